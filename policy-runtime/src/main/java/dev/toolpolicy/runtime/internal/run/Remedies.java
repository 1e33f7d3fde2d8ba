package dev.toolpolicy.runtime.internal.run;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.decide.Facts;
import dev.toolpolicy.runtime.internal.remember.PolicyPreview;
import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Changes of one argument with which a call would have run without an approval. Each was tried: a condition of an
 * allowing rule is a remedy only if the rules and the session's policies allow the same call with a value that satisfies
 * it. Trying ends after 100 values, and sooner for long arguments.
 */
final class Remedies {
    private static final int MOST = 3;
    private static final int MOST_VALUES = 10;
    private static final int MOST_DIGITS = 1_000;

    private static final int MOST_TRIES = 100;
    /** The most text of arguments that is tried in all, in characters. */
    private static final int MOST_TEXT = 1_000_000;

    private final CallSetting session;
    private final PreparedTool tool;
    private final ToolCall call;
    private final ObjectNode arguments;
    private final Facts facts;
    private int left;

    private Remedies(CallSetting session, PreparedTool tool, ToolCall call, Facts facts) {
        this.session = session;
        this.tool = tool;
        this.call = call;
        this.arguments = call.arguments();
        this.facts = facts;
        this.left = Math.min(MOST_TRIES, MOST_TEXT / arguments.toString().length());
    }

    /**
     * Returns at most three remedies, such as {@code /amount maximum 100}, in the order of the rules.
     *
     * @param call the call, valid and with all its arguments
     * @param facts what is known about it
     */
    static Set<String> of(CallSetting session, PreparedTool tool, ToolCall call, Facts facts) {
        Set<String> found = new LinkedHashSet<>();
        RuleDecision by = tool.run().evaluate(call.arguments(), facts);
        List<RuleSpec> rules = tool.definition().run().map(RuleList::rules).orElse(List.of());
        if (by.mode() == Mode.ALLOW || by.unread()) {
            return found;
        }
        Remedies remedies = new Remedies(session, tool, call, facts);
        int end = Math.min(rules.size(), by.rule().orElse(rules.size()));
        for (int i = 0; i < end && found.size() < MOST; i++) {
            if (rules.get(i).mode() == Mode.ALLOW && rules.get(i).each().isEmpty()) {
                remedies.add(i, rules.get(i).conditions(), found);
            }
        }
        return found;
    }

    private void add(int rule, List<Condition> conditions, Set<String> found) {
        for (Condition condition : conditions) {
            boolean helps = !condition.isOnFact()
                    && condition.matchers().stream()
                            .flatMap(matcher -> values(matcher).stream())
                            .limit(MOST_VALUES)
                            .anyMatch(value -> isAllowed(rule, condition, value));
            if (helps && found.size() < MOST) {
                found.add(VisibleText.line(condition.toString()));
            }
        }
    }

    /** Returns values that may satisfy a matcher. */
    private static List<JsonNode> values(Matcher matcher) {
        return switch (matcher.kind()) {
            case CONST, ENUM -> matcher.values();
            case PREFIX -> List.of(TextNode.valueOf(matcher.text()), TextNode.valueOf(matcher.text() + "x"));
            case GLOB ->
                List.of(TextNode.valueOf(
                        matcher.text().replace("**", "x").replace("*", "x").replace("?", "x")));
            case BOUND -> near(new BigDecimal(matcher.limit().orElseThrow().toString()));
            default -> List.of();
        };
    }

    private static List<JsonNode> near(BigDecimal limit) {
        return IntStream.of(Math.abs(limit.scale()) > MOST_DIGITS ? new int[] {0} : new int[] {0, -1, 1})
                .<JsonNode>mapToObj(step -> DecimalNode.valueOf(limit.add(BigDecimal.valueOf(step))))
                .toList();
    }

    private boolean isAllowed(int rule, Condition condition, JsonNode value) {
        JsonPointer place = JsonPointer.compile(condition.pointer().toString());
        ObjectNode changed = arguments.deepCopy();
        if (--left < 0 || place.matches() || !(changed.at(place.head()) instanceof ObjectNode parent)) {
            return false;
        }
        parent.set(place.last().getMatchingProperty(), value);
        return tool.schema()
                .completed(changed)
                .filter(whole -> {
                    RuleDecision decision = tool.run().evaluate(whole, facts);
                    return decision.mode() == Mode.ALLOW
                            && decision.rule().equals(OptionalInt.of(rule))
                            && tool.run().guarded(whole).isEmpty()
                            && isAllowedByPolicies(whole);
                })
                .isPresent();
    }

    private boolean isAllowedByPolicies(ObjectNode whole) {
        ToolCall changed = facts.about(new ToolCall(call.id(), call.tool(), whole));
        return session.policies().preview(session.ruled(tool, changed, facts), true) == PolicyPreview.ALLOWED;
    }
}
