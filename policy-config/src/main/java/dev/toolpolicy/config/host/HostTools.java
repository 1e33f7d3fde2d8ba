package dev.toolpolicy.config.host;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.PolicyLayer;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The tools of a host under one engine. What a host's schema says and rules can't see is left to the host to check, and
 * noted. Thread-safe. Adapters use it; a program needs {@link HostPolicies}.
 */
public final class HostTools {
    private static final Logger LOG = System.getLogger(HostTools.class.getName());
    /** The arguments of a tool whose schema can't be read. */
    private static final ToolSchema ANYTHING = new ToolSchema(ParameterType.objectOf(List.of(), ParameterType.any()));

    private final ToolCatalog declared;
    private final MethodTools methods;
    private final Mode unread;
    private final PolicyEngine engine;
    /** By tool, the schema that the engine knows. */
    private final Map<String, JsonNode> known = new HashMap<>();
    /** The tools that a host describes otherwise than their methods, so that no file can allow their calls. */
    private final Set<String> differing = new HashSet<>();
    /** By tool, what is left to the host. */
    private final Map<String, List<String>> notes = new TreeMap<>();

    HostTools(
            List<HostTool> tools,
            ToolCatalog declared,
            List<PolicyLayer> layers,
            UnaryOperator<PolicyEngineBuilder> settings,
            UnknownTools unknown,
            List<Class<?>> types) {
        methods = MethodTools.find(declared);
        this.declared = ToolCatalog.of(declared.tools().stream()
                .filter(tool -> tool.hostMethod().isEmpty())
                .toList());
        unread = unknown == UnknownTools.ASK ? Mode.ASK : Mode.DENY;
        List<ToolSpec<?>> all = new ArrayList<>(this.declared.tools());
        List<PolicyProblem> differences = new ArrayList<>(methods.withoutEffect(types));
        for (HostTool tool : tools) {
            List<PolicyProblem> ofTool = differences(tool);
            String owner = "tool \"" + VisibleText.line(tool.name(), VisibleText.DETAIL) + "\": ";
            ofTool.forEach(each -> differences.add(new PolicyProblem(owner + each.subject(), each.diagnostic())));
            if (ofTool.isEmpty()) {
                read(tool).ifPresent(all::add);
            }
        }
        if (!differences.isEmpty()) {
            throw new InvalidPolicyException(differences);
        }
        engine = settings.apply(PolicyEngine.builder())
                .tools(ToolCatalog.of(all))
                .configuration(layers.toArray(PolicyLayer[]::new))
                .build();
        tools.forEach(tool -> known.put(tool.name(), tool.schema()));
    }

    /**
     * Returns the engine that decides about the calls.
     *
     * @return the engine of all tools, known and to come
     */
    public PolicyEngine engine() {
        return engine;
    }

    /**
     * Finds the session of a call.
     *
     * @param resolver finds it
     * @param call what the host knows of the call
     * @param <C> the type of that
     * @return the session, never null
     * @throws IllegalStateException if the resolver returns null
     * @throws RuntimeException what the resolver throws
     */
    public <C> PolicySession session(SessionResolver<? super C> resolver, C call) {
        PolicySession session = resolver.resolve(engine, call);
        if (session == null) {
            throw new IllegalStateException(
                    "This call has no session, so it doesn't run: the SessionResolver returned null.");
        }
        return session;
    }

    /**
     * Brings tools under the engine that the host offers now: new ones, and those whose schemas have changed. A tool is
     * disabled if its policies don't fit its new schema. Call this before a call of such a tool is decided.
     *
     * @param tools the tools, all of the host or some; others stay
     * @throws IllegalArgumentException if two of the tools have the same name
     */
    public synchronized void offer(Collection<HostTool> tools) {
        Map<String, HostTool> byName = new LinkedHashMap<>();
        for (HostTool tool : tools) {
            if (byName.put(tool.name(), tool) != null) {
                throw new IllegalArgumentException("two tools are named \"" + tool.name() + "\"");
            }
        }
        List<ToolSpec<?>> changed = new ArrayList<>();
        for (HostTool tool : byName.values()) {
            if (!tool.schema().equals(known.get(tool.name()))) {
                read(tool).ifPresent(changed::add);
            }
        }
        if (!changed.isEmpty()) {
            engine.replace(changed.toArray(ToolSpec<?>[]::new));
        }
        byName.forEach((name, tool) -> known.put(name, tool.schema()));
    }

    /**
     * Returns whether the engine decides about a tool's calls by this very schema. An adapter doesn't run a call of a tool
     * that was offered with another schema than the engine knows by now.
     *
     * @param tool the tool as it was offered
     * @return false if the tool was never offered, has been offered with another schema since, or was compiled with another
     *     one; true for a tool that is declared in code
     */
    public synchronized boolean isCurrent(HostTool tool) {
        return declared.find(tool.name()).isPresent()
                || tool.schema().equals(known.get(tool.name())) && !differing.contains(tool.name());
    }

    /**
     * Returns what is left to the host to check, and which tools can't be read.
     *
     * @return a line each, by the names of the tools
     */
    public synchronized List<String> notes() {
        return notes.values().stream().flatMap(List::stream).toList();
    }

    /** Returns what differs between a method as it was compiled and as the host describes it. */
    private List<PolicyProblem> differences(HostTool tool) {
        List<ToolSpec<?>> compiled = declared.find(tool.name()).isPresent() ? List.of() : methods.of(tool.name());
        if (compiled.size() > 1) {
            List<String> names = compiled.stream()
                    .map(each -> each.hostMethod().orElseThrow())
                    .toList();
            return List.of(new PolicyProblem("", SchemaMessages.severalMethods(names)));
        }
        return compiled.stream()
                .flatMap(each -> differences(tool, each).stream())
                .toList();
    }

    private static List<PolicyProblem> differences(HostTool tool, ToolSpec<?> compiled) {
        try {
            ToolSchema host = JsonSchemaReader.leniently(tool.schema()).schema();
            return SchemaComparison.differences(compiled.hostMethod().orElseThrow(), compiled.schema(), host);
        } catch (InvalidPolicyException unreadable) {
            return unreadable.problems();
        }
    }

    /** Reads a tool; empty if it is declared in code. */
    private Optional<ToolSpec<?>> read(HostTool tool) {
        if (declared.find(tool.name()).isPresent()) {
            return Optional.empty();
        }
        known.remove(tool.name()); // until the engine has it: if that fails, no call runs by either schema
        List<PolicyProblem> differences = differences(tool);
        differing.remove(tool.name());
        if (!differences.isEmpty()) {
            differing.add(tool.name());
            note(tool, Level.WARNING, "its calls are denied: ", differences);
            return Optional.of(closed(tool, Mode.DENY));
        }
        try {
            JsonSchemaReader.Served served = JsonSchemaReader.leniently(tool.schema());
            note(tool, Level.INFO, "", served.unchecked());
            ToolSpec<?> described =
                    DeclaredTool.of(tool.name(), served.schema()).describedAs(tool.description());
            return Optional.of(methods.of(tool.name()).stream().findFirst().orElse(described));
        } catch (InvalidPolicyException e) {
            String answer = unread == Mode.ASK ? "need approval" : "are denied";
            note(tool, Level.WARNING, "its calls " + answer + ", since its schema can't be read: ", e.problems());
            return Optional.of(closed(tool, unread));
        }
    }

    /** Returns a tool with one answer to all calls. */
    private static ToolSpec<?> closed(HostTool tool, Mode answer) {
        return DeclaredTool.of(tool.name(), ANYTHING)
                .describedAs(tool.description())
                .withRun(RuleList.always(answer));
    }

    private void note(HostTool tool, Level level, String before, List<PolicyProblem> problems) {
        List<String> lines = problems.stream()
                .map(problem -> VisibleText.line(
                        "tool \"" + tool.name() + "\": " + before + problem.subject() + ": "
                                + problem.diagnostic().summary(),
                        VisibleText.DETAIL))
                .toList();
        notes.put(tool.name(), lines);
        lines.forEach(line -> LOG.log(level, line));
    }
}
