package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.schema.ArgumentPointer;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The declared limits that count the same calls: all of some tools, or those on which one rule decides. Immutable.
 *
 * @param limits the limits
 * @param amounts the places of the amounts that they sum
 */
record LimitGroup(List<CallLimit> limits, Set<String> amounts) {

    static LimitGroup of(List<CallLimit> limits) {
        Set<String> amounts = limits.stream()
                .flatMap(limit -> limit.amount().stream())
                .map(ArgumentPointer::toString)
                .collect(Collectors.toCollection(TreeSet::new));
        return new LimitGroup(List.copyOf(limits), amounts);
    }

    /** Returns the longest time that a limit counts; zero if all count the whole session. */
    Duration window() {
        return limits.stream()
                .filter(limit -> limit.kind() != CallLimit.Kind.FAILURES)
                .flatMap(limit -> limit.per().stream())
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    ToolPolicy.ArgumentNeeds needs() {
        return ToolPolicy.ArgumentNeeds.of(
                limits.stream().flatMap(limit -> limit.amount().stream()).collect(Collectors.toSet()));
    }

    PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
        LimitCounts counts = new LimitCounts(state, context.time());
        Optional<Map<String, Amount>> sums = Amount.of(call.arguments(), amounts);
        if (sums.isEmpty()) {
            return PolicyDecision.deny(call.tool() + " must say its amount at " + String.join(" and ", amounts)
                    + ", a number that isn't negative: a limit counts it.");
        }
        for (CallLimit limit : limits) {
            PolicyDecision decision = check(limit, call, sums.get(), counts);
            if (!decision.isAllowed()) {
                return decision;
            }
        }
        return amounts.stream()
                .filter(amount -> counts.isUncounted(amount) && !context.approved())
                .findFirst()
                .map(amount ->
                        PolicyDecision.deny(call.tool() + " needs a person's approval once: earlier calls in this"
                                + " session were made before " + amount + " was counted."))
                .orElseGet(PolicyDecision::allow);
    }

    private static PolicyDecision check(CallLimit limit, ToolCall call, Map<String, Amount> sums, LimitCounts counts) {
        String tool = call.tool();
        Amount most = Amount.of(limit.most());
        return switch (limit.kind()) {
            case CALLS -> {
                long counted = counts.calls(limit.per());
                yield counted < most.longValue()
                        ? PolicyDecision.allow()
                        : denied(limit, call, LimitWords.calls(tool, limit, counts));
            }
            case TOTAL -> {
                String amount = limit.amount().orElseThrow().toString();
                Amount after = counts.sum(amount, limit.per()).plus(Objects.requireNonNull(sums.get(amount)));
                yield after.isAtMost(most)
                        ? PolicyDecision.allow()
                        : denied(limit, call, LimitWords.total(tool, limit, amount, after));
            }
            case FAILURES -> {
                Optional<Instant> again = counts.failing(most.longValue(), limit.per());
                yield again.map(time -> denied(limit, call, LimitWords.failures(tool, limit, time)))
                        .orElseGet(PolicyDecision::allow);
            }
        };
    }

    private static PolicyDecision denied(CallLimit limit, ToolCall call, String reason) {
        Map<String, JsonNode> metadata = new LinkedHashMap<>();
        metadata.put("tool", TextNode.valueOf(call.tool()));
        metadata.put("limit", TextNode.valueOf(limit.toString()));
        return PolicyDecision.deny(
                limit.reason().map(text -> reason + " " + text).orElse(reason), metadata);
    }

    /** Returns the amounts of a call that has them; one from before a limit was declared may lack some. */
    Map<String, Amount> sums(ToolCall call) {
        Map<String, Amount> sums = new LinkedHashMap<>();
        for (String amount : amounts) {
            Amount.of(call.arguments(), List.of(amount)).ifPresent(sums::putAll);
        }
        return sums;
    }
}
