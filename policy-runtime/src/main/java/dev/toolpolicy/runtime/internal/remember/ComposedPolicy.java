package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.runtime.internal.fault.Require;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * A policy composed of parts. Its state contains the state of each part by name and kind, without parts in their initial
 * state. A dependency inside has a record of successes of its own there, of the calls that the composed policy covers.
 * Only the parts that cover a call's tool count. Immutable.
 *
 * <p>A part's decision isn't kept between the check and the notification of it. Instead the part is asked again with the
 * same state, and so decides the same.
 */
abstract class ComposedPolicy implements ToolPolicy {
    private final String name;
    private final List<Part> parts;

    ComposedPolicy(String name, List<Part> parts) {
        this.name = name;
        this.parts = List.copyOf(parts);
    }

    /** A part, as it was given and as it is for the call. */
    record Part(String name, String kind, ToolSelector governs, JsonNode initialState, ToolPolicy policy) {

        static Part of(ToolPolicy policy) {
            return new Part(policy.name(), policy.kind(), policy.governs(), policy.initialState(), policy);
        }

        Part settled(ToolPolicy forCall) {
            return new Part(
                    name, kind, governs, initialState, Objects.requireNonNull(forCall, "a policy settled on none"));
        }

        /** Returns the state of this part in the state of the whole. */
        JsonNode in(JsonNode whole) {
            JsonNode its = whole.path(name).get(kind);
            return its == null ? initialState : its;
        }

        JsonNode put(JsonNode whole, JsonNode its) {
            JsonNode kinds = whole.path(name);
            return StateValues.withUnlessEmpty(
                    whole,
                    name,
                    its.equals(initialState) ? StateValues.without(kinds, kind) : StateValues.with(kinds, kind, its));
        }
    }

    /** Creates the parts of a policy, whose names must differ. */
    static List<Part> parts(String name, List<ToolPolicy> policies) {
        Require.name("policy name", name);
        Set<String> names = new HashSet<>();
        List<Part> parts = new ArrayList<>();
        for (ToolPolicy policy : policies) {
            if (!names.add(policy.name())) {
                throw new IllegalArgumentException(
                        "two policies in \"" + name + "\" are named \"" + policy.name() + "\"");
            }
            parts.add(Part.of(policy));
        }
        return parts;
    }

    final Stream<ToolPolicy> parts() {
        return parts.stream().map(Part::policy);
    }

    /** Returns this policy with parts that are bound to a call. */
    abstract ComposedPolicy of(String itsName, List<Part> settled);

    @Override
    public final String name() {
        return name;
    }

    /**
     * Returns the tools of all parts, each of which is checked alone; without parts, every tool, since then all calls are
     * decided alike.
     */
    @Override
    public final ToolSelector governs() {
        Set<String> names = new HashSet<>();
        Set<String> patterns = new HashSet<>();
        for (Part part : parts) {
            ToolSelector its = part.governs();
            if (its.names().isEmpty() && its.patterns().isEmpty()) {
                return ToolSelector.everyTool();
            }
            names.addAll(its.names());
            patterns.addAll(its.patterns());
        }
        return new ToolSelector(names, patterns, true);
    }

    @Override
    public final boolean survivesRollback() {
        return parts.stream().anyMatch(part -> part.policy().survivesRollback());
    }

    @Override
    public final JsonNode onRollback(JsonNode then, JsonNode now) {
        return tell(parts, now, (part, state) -> part.policy().onRollback(part.in(then), state));
    }

    @Override
    public final ToolPolicy.ArgumentNeeds needs(String tool) {
        Set<String> parameters = new HashSet<>();
        for (Part part : governing(tool)) {
            ToolPolicy.ArgumentNeeds its = part.policy().needs(tool);
            if (its.everything()) {
                return its;
            }
            parameters.addAll(its.parameters());
        }
        return new ToolPolicy.ArgumentNeeds(false, parameters);
    }

    @Override
    public final ToolPolicy forCall(PolicyContext context) {
        JsonNode state = atCheck(context);
        return of(
                name,
                parts.stream()
                        .map(part -> part.settled(part.policy().forCall(inside(part, state, context))))
                        .toList());
    }

    /** Returns the parts that cover a tool. */
    final List<Part> governing(String tool) {
        return parts.stream().filter(part -> part.governs().selects(tool)).toList();
    }

    /** Returns this policy's state when the call was checked. */
    final JsonNode atCheck(PolicyContext context) {
        return context.state(name).orElseGet(this::initialState);
    }

    /** Returns the context for a part: its own state under its own name. */
    final PolicyContext inside(Part part, JsonNode atCheck, PolicyContext context) {
        return WrapperPolicy.with(context, part.name(), part.in(atCheck));
    }

    final PolicyDecision ask(Part part, ToolCall call, JsonNode state, PolicyContext context) {
        return Objects.requireNonNull(
                part.policy().check(call, part.in(state), inside(part, state, context)), "a policy gave no decision");
    }

    final Optional<PolicyDecision> preview(Part part, ToolCall call, JsonNode state, PolicyContext context) {
        return Objects.requireNonNull(
                part.policy().preview(call, part.in(state), inside(part, state, context)), "a policy gave no preview");
    }

    /** Returns a part's decision at the check, by asking it again; a failure denies, as it did. */
    final PolicyDecision asBefore(Part part, ToolCall call, JsonNode atCheck, PolicyContext context) {
        try {
            return ask(part, call, atCheck, context);
        } catch (Throwable e) {
            UserCode.passThrough(e);
            return PolicyDecision.deny("Not run: policy '" + part.name() + "' failed while it checked this call.");
        }
    }

    /** Notifies parts, all of them even if one fails; then throws the first failure. */
    static JsonNode tell(List<Part> told, JsonNode state, BiFunction<Part, JsonNode, JsonNode> next) {
        JsonNode after = state;
        Throwable failure = null;
        for (Part part : told) {
            try {
                JsonNode before = part.in(after);
                JsonNode changed = Objects.requireNonNull(next.apply(part, before), "a policy gave no state");
                after = changed == before ? after : part.put(after, changed);
            } catch (Throwable e) {
                failure = failure == null || UserCode.isFatal(e) ? e : failure;
            }
        }
        if (failure != null) {
            UserCode.<RuntimeException>throwAsIs(failure);
        }
        return after;
    }

    /** Returns the parts that hear of a call's failure: those that let it run. */
    List<Part> allowing(ToolCall call, JsonNode state, PolicyContext context) {
        return governing(call.tool());
    }

    /** Returns the state after the parts were notified of a call's outcome. */
    JsonNode ended(JsonNode state, PolicyContext context) {
        return state;
    }

    /** Notifies parts of a call's outcome. */
    private JsonNode end(List<Part> told, JsonNode state, PolicyContext context, Ending outcome) {
        JsonNode then = atCheck(context);
        return ended(
                tell(told, state, (part, its) -> outcome.of(part.policy(), its, inside(part, then, context))), context);
    }

    private interface Ending {
        JsonNode of(ToolPolicy part, JsonNode state, PolicyContext context);
    }

    @Override
    public final JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, PolicyContext context) {
        List<Part> told = governing(call.tool());
        return end(told, state, context, (part, its, inside) -> part.onResult(call, result, its, inside));
    }

    @Override
    public final JsonNode onFailure(ToolCall call, JsonNode state, PolicyContext context) {
        List<Part> told = allowing(call, state, context);
        return end(told, state, context, (part, its, inside) -> part.onFailure(call, its, inside));
    }

    @Override
    public final JsonNode onNoEffect(ToolCall call, JsonNode state, PolicyContext context) {
        List<Part> told = allowing(call, state, context);
        return end(told, state, context, (part, its, inside) -> part.onNoEffect(call, its, inside));
    }

    @Override
    public final String toString() {
        return name;
    }
}
