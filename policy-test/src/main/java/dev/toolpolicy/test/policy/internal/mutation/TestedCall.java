package dev.toolpolicy.test.policy.internal.mutation;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.test.policy.internal.coverage.FoundCall;
import dev.toolpolicy.test.policy.internal.coverage.PolicyParts;
import dev.toolpolicy.test.policy.internal.file.TestStep;
import java.util.Optional;

/** Calls with their defaults, as rules see them. Stateless. */
final class TestedCall {
    private TestedCall() {}

    /** Returns the call of a step; empty if it is invalid. */
    static Optional<TruthTable.Call> of(PolicyParts parts, TestStep step) {
        ObjectNode none = JsonNodeFactory.instance.objectNode();
        return of(parts, step.tool(), step.text(), step.facts().orElse(none));
    }

    /** Returns a call that the analysis found. */
    static Optional<TruthTable.Call> of(PolicyParts parts, FoundCall call) {
        return of(parts, call.tool(), call.arguments().toString(), call.facts());
    }

    private static Optional<TruthTable.Call> of(PolicyParts parts, String tool, String arguments, ObjectNode facts) {
        Optional<ToolSpec<?>> spec = parts.tools().find(tool);
        if (spec.isEmpty()) {
            return Optional.empty();
        }
        try (PolicySession session = parts.engine().newSession()) {
            ToolCallStream call = session.calls().call("", tool).append(arguments);
            Optional<ObjectNode> whole = call.arguments();
            call.cancel("only its arguments are read");
            return whole.map(read -> new TruthTable.Call(tool, parts.scope(spec.get()), read, facts));
        }
    }
}
