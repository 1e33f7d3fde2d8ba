package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.internal.json.JsonDigest;
import dev.toolpolicy.schema.ArgumentPointer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The declared limits of a tool, or of all tools that fit a pattern together, that count the same calls: all of a
 * session, those on which one rule decides, or those of all sessions in which a fact has one value. Immutable.
 *
 * <p>Its state says what happened and nothing of the limits, so that changed limits apply to what was counted: {@link
 * LimitCounts} describes it. A limit counts from the first call that was recorded with its amount. If calls ran before
 * that, the next one needs a person's approval, since their amounts aren't known. Limits by a fact have a counter for
 * each value, which {@link FactCounts} changes; its calls are recent ones, each under the name of its attempt.
 */
public final class LimitsPolicy implements ToolPolicy, PolicyTree.Timed {
    static final String KIND = "limits";

    private final String owner;
    private final String name;
    private final ToolSelector governs;
    private final List<CallLimit> limits;
    private final Set<String> amounts;
    private final Optional<String> rule;
    private final Optional<ArgumentPointer> by;

    private LimitsPolicy(String owner, ToolSelector governs, List<CallLimit> limits) {
        this.owner = owner;
        this.name = name(owner, limits.get(0));
        this.rule = limits.get(0).rule();
        this.by = limits.get(0).by();
        this.governs = governs;
        this.limits = limits;
        this.amounts = limits.stream()
                .flatMap(limit -> limit.amount().stream())
                .map(ArgumentPointer::toString)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Creates the policies of some limits: one for all that count the same calls. */
    public static List<ToolPolicy> of(String owner, ToolSelector governs, Collection<CallLimit> limits) {
        Map<String, List<CallLimit>> alike = new LinkedHashMap<>();
        limits.forEach(limit -> alike.computeIfAbsent(name(owner, limit), none -> new ArrayList<>())
                .add(limit));
        return alike.values().stream()
                .<ToolPolicy>map(its -> new LimitsPolicy(owner, governs, List.copyOf(its)))
                .toList();
    }

    /** Returns the name of the policy of a limit: {@code limit:<owner>}, and by what it counts. */
    private static String name(String owner, CallLimit limit) {
        return "limit:" + owner + limit.rule().map(each -> ":" + each).orElse("")
                + limit.by().map(each -> ":" + each).orElse("");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public ToolSelector governs() {
        return governs;
    }

    @Override
    public boolean survivesRollback() {
        return true;
    }

    @Override
    public Duration window() {
        return longest(limits.stream());
    }

    /** Returns the longest time within which each call counts, and not only the last failures. */
    private Duration counting() {
        return longest(limits.stream().filter(limit -> limit.kind() != CallLimit.Kind.FAILURES));
    }

    private static Duration longest(Stream<CallLimit> limits) {
        return limits.flatMap(limit -> limit.per().stream())
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    @Override
    public ToolPolicy.ArgumentNeeds needs(String tool) {
        return rule.isPresent()
                ? ToolPolicy.ArgumentNeeds.all() // which rule decides is known at the end
                : ToolPolicy.ArgumentNeeds.of(limits.stream()
                        .flatMap(limit -> limit.amount().stream())
                        .collect(Collectors.toSet()));
    }

    /** Returns whether the calls of all sessions count together. */
    boolean isShared() {
        return by.isPresent();
    }

    boolean counts(ToolCall call) {
        return rule.isEmpty() || call.rules().contains(rule.get());
    }

    /** Returns the name of the counter of a call, equal exactly for equal values; empty if the fact isn't known. */
    Optional<String> counter(ToolCall call) {
        JsonNode value = call.facts();
        for (String segment : by.orElseThrow().segments()) {
            value = value.path(segment);
        }
        Stream<String> whose = Stream.concat(Stream.of(owner, by.get().toString()), rule.stream());
        return value.isValueNode() && !value.isNull()
                ? Optional.of(JsonDigest.of(StateValues.texts(whose.toList()).add(value)))
                : Optional.empty();
    }

    PolicyDecision unknown(ToolCall call) {
        return PolicyDecision.deny(
                call.tool() + " can't run: the fact " + by.orElseThrow() + " isn't known, and a limit counts by it.");
    }

    /** Returns the state of a counter with an attempt; empty if it would hold too many calls. */
    Optional<JsonNode> counted(ToolCall call, String attempt, JsonNode state, Instant time) {
        return Optional.of(new LimitCounts(state, time, attempt).shared(sums(call), counting()))
                .filter(after -> after.path(LimitCounts.RECENT).size() <= CallLimit.MOST_BY_FACT);
    }

    @Override
    public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
        if (!counts(call)) {
            return PolicyDecision.allow();
        }
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
                if (limit.by().isPresent()
                        && counts.isUncounted(amount, limit.per().orElseThrow())) {
                    yield denied(limit, call, LimitWords.uncounted(tool, limit, amount));
                }
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

    @Override
    public JsonNode onCheck(ToolCall call, PolicyDecision decision, JsonNode state, PolicyContext context) {
        return decision.isAllowed() && counts(call)
                ? new LimitCounts(state, context.time()).begun(sums(call), counting())
                : state;
    }

    /** Returns the amounts of a call that has them; one from before a limit was declared may lack some. */
    private Map<String, Amount> sums(ToolCall call) {
        Map<String, Amount> sums = new LinkedHashMap<>();
        amounts.forEach(amount -> Amount.of(call.arguments(), List.of(amount)).ifPresent(sums::putAll));
        return sums;
    }

    @Override
    public JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, PolicyContext context) {
        return result.isSuccess() && counts(call)
                ? new LimitCounts(state, context.time()).succeeded(sums(call))
                : onFailure(call, state, context);
    }

    @Override
    public JsonNode onFailure(ToolCall call, JsonNode state, PolicyContext context) {
        return counts(call) ? new LimitCounts(state, context.time()).failed(sums(call)) : state;
    }

    @Override
    public JsonNode onNoEffect(ToolCall call, JsonNode state, PolicyContext context) {
        return counts(call) ? new LimitCounts(state, context.time()).failedWithoutEffect(sums(call)) : state;
    }

    /** Returns the state without a call that began and didn't run. */
    JsonNode uncounted(ToolCall call, JsonNode state, PolicyContext context) {
        return counts(call) ? new LimitCounts(state, context.time()).takenBack(sums(call)) : state;
    }

    @Override
    public String toString() {
        return name + " " + limits;
    }
}
