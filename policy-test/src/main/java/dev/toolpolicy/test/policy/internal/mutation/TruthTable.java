package dev.toolpolicy.test.policy.internal.mutation;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.internal.read.RuleEvaluator;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.Truth;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.test.policy.internal.coverage.FoundCall;
import dev.toolpolicy.test.policy.internal.coverage.PolicyParts;
import dev.toolpolicy.test.policy.internal.file.TestStep;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The answers of rules for known calls. Each rule is evaluated once for a call, so that many lists of almost the same
 * rules are decided fast. Rules, calls and scopes are told apart by identity. Not
 * thread-safe.
 */
final class TruthTable {
    private final Map<RuleSpec, Map<Call, Truth>> known = new IdentityHashMap<>();
    private final Map<RuleSpec, Map<RuleScope, RuleEvaluator>> evaluators = new IdentityHashMap<>();

    /**
     * A call of a tool.
     *
     * @param scope what the tool's rules can look at
     * @param found the call, its arguments valid and with their defaults
     */
    record Call(RuleScope scope, FoundCall found) {
        /** Returns the call of a test's step; empty if it is invalid. */
        static Optional<Call> of(PolicyParts parts, TestStep step) {
            ObjectNode none = JsonNodeFactory.instance.objectNode();
            return of(parts, step.tool(), step.text(), step.facts().orElse(none));
        }

        static Optional<Call> of(PolicyParts parts, String tool, String arguments, ObjectNode facts) {
            Optional<ToolSpec<?>> spec = parts.tools().find(tool);
            if (spec.isEmpty()) {
                return Optional.empty();
            }
            try (PolicySession session = parts.engine().newSession()) {
                ToolCallStream call = session.calls().call("", tool).append(arguments);
                Optional<ObjectNode> whole = call.arguments();
                call.cancel("only its arguments are read");
                return whole.map(read -> new Call(parts.scope(spec.get()), new FoundCall(tool, read, facts)));
            }
        }
    }

    /**
     * The decision of a list.
     *
     * @param mode the mode
     * @param rule the number of the rule that holds, from 1; 0 if none does
     * @param spec that rule
     * @param marked whether an earlier rule can't be read, for which the list asks
     */
    record Decision(Mode mode, int rule, Optional<RuleSpec> spec, boolean marked) {}

    Decision decide(RuleList list, Call call) {
        boolean marked = false;
        List<RuleSpec> rules = list.rules();
        for (int i = 0; i < rules.size(); i++) {
            RuleSpec rule = rules.get(i);
            Truth holds = holds(rule, call);
            if (holds == Truth.TRUE) {
                boolean capped = marked && rule.mode() == Mode.ALLOW;
                return new Decision(capped ? Mode.ASK : rule.mode(), i + 1, Optional.of(rule), capped);
            }
            marked |= holds == Truth.UNKNOWN && rule.mode() != Mode.ALLOW;
        }
        return new Decision(Mode.ASK, 0, Optional.empty(), false);
    }

    private Truth holds(RuleSpec rule, Call call) {
        return known.computeIfAbsent(rule, each -> new IdentityHashMap<>())
                .computeIfAbsent(call, each -> evaluator(rule, each.scope())
                        .holds(0, each.found().arguments(), each.found().facts()));
    }

    private RuleEvaluator evaluator(RuleSpec rule, RuleScope scope) {
        return evaluators
                .computeIfAbsent(rule, each -> new IdentityHashMap<>())
                .computeIfAbsent(scope, each -> new RuleEvaluator(each, List.of(rule)));
    }
}
