package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ArgumentNeeds;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolContext;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.runtime.fault.UserCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * A policy put together of others. Its state holds, by the name of each, that one's state; one that remembers nothing but
 * its initial state is not in it. For a call only those count that govern its tool. Immutable.
 *
 * <p>What a part said of a call is not kept until the call's outcome: it is asked again with what it remembered at the
 * check, which the context tells, and so it says the same.
 */
abstract class ComposedPolicy implements ToolPolicy {
    private final String name;
    private final List<Part> parts;

    ComposedPolicy(String name, List<Part> parts) {
        this.name = name;
        this.parts = List.copyOf(parts);
    }

    /** One of the policies, as it was given and as it is for the call. */
    record Part(String name, ToolSelector governs, JsonNode initialState, ToolPolicy policy) {

        /** The state of this part in the state of the whole. */
        JsonNode in(JsonNode whole) {
            JsonNode its = whole.get(name);
            return its == null ? initialState : its;
        }

        JsonNode put(JsonNode whole, JsonNode its) {
            return its.equals(initialState)
                    ? StateValues.without(whole, name)
                    : StateValues.with(whole, name, its);
        }
    }

    /** The parts of a policy, whose names must differ. */
    static List<Part> parts(String name, List<ToolPolicy> policies) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a policy's name is never empty");
        }
        Set<String> names = new HashSet<>();
        List<Part> parts = new ArrayList<>();
        for (ToolPolicy policy : policies) {
            if (!names.add(policy.name())) {
                throw new IllegalArgumentException(
                        "two policies in \"" + name + "\" are named \"" + policy.name() + "\"");
            }
            parts.add(new Part(policy.name(), policy.governs(), policy.initialState(), policy));
        }
        return parts;
    }

    /** The same policy of parts that have settled on what they are for a call. */
    abstract ComposedPolicy of(String itsName, List<Part> settled);

    @Override
    public final String name() {
        return name;
    }

    /** Without parts every tool is meant: none of nothing allows, all of nothing do. */
    @Override
    public final ToolSelector governs() {
        Set<String> names = new HashSet<>();
        Set<String> patterns = new HashSet<>();
        for (Part part : parts) {
            ToolSelector its = part.governs();
            if (its.equals(ToolSelector.everyTool())) {
                return its;
            }
            names.addAll(its.names());
            patterns.addAll(its.patterns());
        }
        return new ToolSelector(names, patterns);
    }

    @Override
    public final JsonNode configuration() {
        ObjectNode configuration = StateValues.object();
        for (Part part : parts) {
            ObjectNode its = configuration.putObject(part.name());
            its.put("kind", part.policy().kind()).set("configuration", part.policy().configuration());
        }
        return configuration;
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
    public final ArgumentNeeds needs(String tool) {
        Set<String> parameters = new HashSet<>();
        for (Part part : governing(tool)) {
            ArgumentNeeds its = part.policy().needs(tool);
            if (its.everything()) {
                return its;
            }
            parameters.addAll(its.parameters());
        }
        return new ArgumentNeeds(false, parameters);
    }

    @Override
    public final ToolPolicy forCall(ToolContext context) {
        JsonNode state = atCheck(context);
        List<Part> settled = new ArrayList<>();
        for (Part part : parts) {
            ToolPolicy policy = part.policy().forCall(inside(part, state, context));
            settled.add(new Part(part.name(), part.governs(), part.initialState(),
                    Objects.requireNonNull(policy, "a policy settled on none")));
        }
        return of(name, settled);
    }

    /** The parts that govern a tool. */
    final List<Part> governing(String tool) {
        return parts.stream().filter(part -> part.governs().selects(tool)).toList();
    }

    /** What this policy remembered when the call was checked. */
    final JsonNode atCheck(ToolContext context) {
        return context.state(name).orElseGet(this::initialState);
    }

    /** What a part sees: its own state under its own name. */
    final ToolContext inside(Part part, JsonNode atCheck, ToolContext context) {
        return Contexts.with(context, part.name(), part.in(atCheck));
    }

    final PolicyDecision ask(Part part, ToolCall call, JsonNode state, ToolContext context) {
        return Objects.requireNonNull(
                part.policy().check(call, part.in(state), inside(part, state, context)), "a policy gave no decision");
    }

    final Optional<PolicyDecision> preview(Part part, ToolCall call, JsonNode state, ToolContext context) {
        return Objects.requireNonNull(
                part.policy().preview(call, part.in(state), inside(part, state, context)), "a policy gave no preview");
    }

    /** What a part said at the check, asked again; one that fails at it denies, as it did. */
    final PolicyDecision asBefore(Part part, ToolCall call, JsonNode atCheck, ToolContext context) {
        try {
            return ask(part, call, atCheck, context);
        } catch (Throwable e) {
            UserCode.passThrough(e);
            return PolicyDecision.deny("policy '" + part.name() + "' failed: " + e.getClass().getName());
        }
    }

    /** Tells some parts, all of them even if one fails; then the first failure is thrown. */
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

    @Override
    public final JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, ToolContext context) {
        JsonNode then = atCheck(context);
        return tell(governing(call.tool()), state, (part, its) ->
                part.policy().onResult(call, result, its, inside(part, then, context)));
    }

    @Override
    public final String toString() {
        return name;
    }
}
