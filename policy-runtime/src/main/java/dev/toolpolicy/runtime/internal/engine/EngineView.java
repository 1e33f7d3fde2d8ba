package dev.toolpolicy.runtime.internal.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.internal.read.FlowScope;
import dev.toolpolicy.analysis.internal.read.Membership;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.decide.Facts;
import dev.toolpolicy.runtime.internal.load.Layer;
import dev.toolpolicy.runtime.internal.load.LayerPart;
import dev.toolpolicy.runtime.internal.load.LayerSection;
import dev.toolpolicy.runtime.internal.load.ListOrigin;
import dev.toolpolicy.runtime.internal.run.PreparedTool;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;

/** The current rules of an engine for those who analyse them. Immutable: a later reload changes nothing. */
public final class EngineView {
    /** The parameters of a tool that nothing declares: a call may have any arguments. */
    public static final ToolSchema ANYTHING = new ToolSchema(ParameterType.objectOf(List.of(), ParameterType.any()));

    private final EngineState state;
    private final Map<String, PreparedTool> tools;

    private EngineView(EngineState state) {
        this.state = state;
        this.tools = state.tools();
    }

    /** Returns the view of an engine. */
    public static EngineView of(PolicyEngine engine) {
        return new EngineView(((RunningEngine) engine).state());
    }

    /** Returns the names and patterns of tools that aren't there yet, and are said to come later. */
    public List<String> later() {
        return state.settings().allLayers().stream()
                .flatMap(layer -> Layer.of(layer).sections().stream())
                .filter(section -> section.reach().external() && !tools.containsKey(section.tool()))
                .map(LayerSection::tool)
                .toList();
    }

    /** Returns a view that also has a tool for each of {@link #later}, with ? for *, which accepts any arguments. */
    public EngineView withLater() {
        Map<String, ToolSpec<?>> more = new LinkedHashMap<>(state.held());
        later().forEach(name -> more.put(name, DeclaredTool.of(name.replace('*', '?'), ANYTHING)));
        return new EngineView(Reloading.withHeld(state, more));
    }

    /** Returns the tools that can be called. */
    public ToolCatalog tools() {
        return state.callable();
    }

    /** Returns the tools as they are declared, without what configurations say of them. */
    public ToolCatalog declared() {
        return state.settings().catalog();
    }

    /** Returns the facts that the code of the engine declares beside those of tools and files. */
    public ToolSchema factsOfCode() {
        return Layer.of(state.settings().code())
                .facts()
                .flatMap(LayerPart::value)
                .orElse(ToolSchema.of());
    }

    /**
     * Returns where the list with a rule is from.
     *
     * @param rule the index of the rule in the run list and its floors; empty for the run list itself
     */
    public ListOrigin origin(String tool, OptionalInt rule) {
        return state.configured().origin(tool, ListKind.RUN, rule);
    }

    /** Returns where the floors of a tool's list are from, in words. */
    public List<String> floors(String tool, ListKind list) {
        return state.configured().floors(tool, list);
    }

    /** Returns a line for each rule of a floor that some tools lack the place for. */
    public List<String> absences() {
        return state.configured().absences();
    }

    /** Returns what a tool's rules can look at. */
    public RuleScope scope(ToolSpec<?> tool) {
        PathSettings paths = state.settings().paths();
        return new RuleScope(
                tool.schema(), state.facts(), PathReading.of(paths.form(), paths.resolvesLinks()), flows());
    }

    /** Returns the labels and sets that rules can name. */
    public FlowScope flows() {
        return state.configured().results().scope();
    }

    /**
     * Returns whether a path can turn {@code allow} into {@code ask}, such as one that leads out of the workspace. Those
     * of the policy files themselves don't count, which the engine guards too.
     */
    public boolean guardsPaths() {
        return state.settings().paths().guards();
    }

    /**
     * Returns the decision of a tool's run list.
     *
     * @param arguments valid arguments with their defaults
     * @param known the facts, with the hidden ones of {@link FlowFacts}
     */
    public RuleDecision decide(String tool, ObjectNode arguments, ObjectNode known) {
        ObjectNode declared = known.deepCopy();
        known.fieldNames().forEachRemaining(name -> {
            if (FlowFacts.isHidden(name)) {
                declared.remove(name);
            }
        });
        PreparedTool prepared = Objects.requireNonNull(tools.get(tool), tool);
        Membership flows = Membership.in(known, state.settings().paths().form());
        return prepared.run().evaluate(arguments, Facts.of(declared).with(flows));
    }
}
