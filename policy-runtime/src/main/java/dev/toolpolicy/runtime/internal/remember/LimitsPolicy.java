package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSelector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The declared limits of a tool, or of all tools that fit a pattern together. Immutable.
 *
 * <p>Its state says what happened and nothing of the limits, so that changed limits apply to what was counted: {@link
 * LimitCounts} describes it. The calls of a rule that has limits are counted once more, under its name. A limit counts
 * from the first call that was recorded with its amount. If calls ran before that, the next one needs a person's
 * approval, since their amounts aren't known.
 */
public final class LimitsPolicy implements ToolPolicy, PolicyTree.Timed {
    static final String KIND = "limits";
    private static final String RULES = "rules";

    private final String name;
    private final ToolSelector governs;
    private final List<CallLimit> limits;
    private final LimitGroup all;
    private final Map<String, LimitGroup> byRule = new LinkedHashMap<>();

    /** Creates the policy named {@code limit:<owner>}. */
    public LimitsPolicy(String owner, ToolSelector governs, Collection<CallLimit> limits) {
        this.name = "limit:" + owner;
        this.governs = governs;
        this.limits = List.copyOf(limits);
        Map<Optional<String>, List<CallLimit>> grouped = new LinkedHashMap<>();
        limits.forEach(limit ->
                grouped.computeIfAbsent(limit.rule(), none -> new ArrayList<>()).add(limit));
        this.all = LimitGroup.of(grouped.getOrDefault(Optional.<String>empty(), List.of()));
        grouped.forEach((rule, its) -> rule.ifPresent(named -> byRule.put(named, LimitGroup.of(its))));
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
        return byRule.values().stream()
                .map(LimitGroup::window)
                .reduce(all.window(), (one, other) -> one.compareTo(other) > 0 ? one : other);
    }

    @Override
    public ToolPolicy.ArgumentNeeds needs(String tool) {
        return byRule.isEmpty() ? all.needs() : ToolPolicy.ArgumentNeeds.all();
    }

    /** Denies early by the limits that count all calls. Which rule decides is known at the end. */
    @Override
    public Optional<PolicyDecision> preview(ToolCall call, JsonNode state, PolicyContext context) {
        return all.needs().areIn(call.arguments())
                ? Optional.of(all.check(call, state, context))
                        .filter(decision -> byRule.isEmpty() || !decision.isAllowed())
                : Optional.empty();
    }

    @Override
    public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
        PolicyDecision decision = all.check(call, state, context);
        Optional<String> rule = rule(call);
        return rule.isPresent() && decision.isAllowed()
                ? group(rule.get()).check(call, state.path(RULES).path(rule.get()), context)
                : decision;
    }

    private Optional<String> rule(ToolCall call) {
        return call.rule().filter(byRule::containsKey);
    }

    private LimitGroup group(String rule) {
        return Objects.requireNonNull(byRule.get(rule));
    }

    /** A change of what was counted. */
    private interface Change {
        JsonNode of(LimitCounts counts, LimitGroup group);
    }

    /** Returns the state after a change of all counts that a call belongs to. */
    private JsonNode changed(ToolCall call, JsonNode state, PolicyContext context, Change change) {
        JsonNode after = change.of(new LimitCounts(state, context.time()), all);
        Optional<String> rule = rule(call);
        if (rule.isEmpty()) {
            return after;
        }
        JsonNode before = state.path(RULES).path(rule.get());
        JsonNode counted = change.of(new LimitCounts(before, context.time()), group(rule.get()));
        return counted == before
                ? after
                : StateValues.with(after, RULES, StateValues.with(state.path(RULES), rule.get(), counted));
    }

    @Override
    public JsonNode onCheck(ToolCall call, PolicyDecision decision, JsonNode state, PolicyContext context) {
        return decision.isAllowed()
                ? changed(call, state, context, (counts, group) -> counts.begun(group.sums(call), group.window()))
                : state;
    }

    @Override
    public JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, PolicyContext context) {
        return result.isSuccess()
                ? changed(call, state, context, (counts, group) -> counts.succeeded(group.sums(call)))
                : onFailure(call, state, context);
    }

    @Override
    public JsonNode onFailure(ToolCall call, JsonNode state, PolicyContext context) {
        return changed(call, state, context, (counts, group) -> counts.failed(group.sums(call)));
    }

    @Override
    public JsonNode onNoEffect(ToolCall call, JsonNode state, PolicyContext context) {
        return changed(call, state, context, (counts, group) -> counts.takenBack(group.sums(call)));
    }

    @Override
    public String toString() {
        return name + " " + limits;
    }
}
