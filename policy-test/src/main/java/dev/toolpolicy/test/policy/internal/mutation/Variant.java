package dev.toolpolicy.test.policy.internal.mutation;

import dev.toolpolicy.CallLimit;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyLayer;
import dev.toolpolicy.runtime.internal.load.Layer;
import dev.toolpolicy.runtime.internal.load.LayerList;
import dev.toolpolicy.runtime.internal.load.LayerPart;
import dev.toolpolicy.runtime.internal.load.LayerPlaces;
import dev.toolpolicy.runtime.internal.load.LayerResults;
import dev.toolpolicy.runtime.internal.load.LayerSection;
import dev.toolpolicy.runtime.internal.load.ListOrigin;
import dev.toolpolicy.runtime.internal.load.ToolNames;
import dev.toolpolicy.test.policy.internal.coverage.PolicyParts;
import dev.toolpolicy.test.policy.internal.file.TestCase;
import dev.toolpolicy.test.policy.internal.file.TestStep;
import dev.toolpolicy.test.policy.internal.run.Setup;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A policy with one change. Immutable.
 *
 * @param parts the unchanged policy
 * @param lists the changed lists, by tool
 * @param requirements the changed requirements, by tool
 * @param limits the changed limits, by tool or pattern
 * @param results what results bring, changed, by tool or pattern
 */
record Variant(
        PolicyParts parts,
        Map<String, RuleList> lists,
        Map<String, List<Requirement>> requirements,
        Map<String, List<CallLimit>> limits,
        Map<String, List<ResultSpec>> results) {
    private static final String NAME = "a changed policy";
    private static final ListOrigin ORIGIN = new ListOrigin(ListOrigin.Kind.CONFIGURATION, Optional.empty());

    static Variant lists(PolicyParts parts, Collection<String> tools, RuleList list) {
        Map<String, RuleList> changed = new HashMap<>();
        tools.forEach(tool -> changed.put(tool, list));
        return new Variant(parts, changed, Map.of(), Map.of(), Map.of());
    }

    static Variant requirements(PolicyParts parts, String tool, List<Requirement> changed) {
        return new Variant(parts, Map.of(), Map.of(tool, changed), Map.of(), Map.of());
    }

    static Variant limits(PolicyParts parts, String owner, List<CallLimit> changed) {
        return new Variant(parts, Map.of(), Map.of(), Map.of(owner, changed), Map.of());
    }

    static Variant results(PolicyParts parts, String owner, List<ResultSpec> changed) {
        return new Variant(parts, Map.of(), Map.of(), Map.of(), Map.of(owner, changed));
    }

    /** Returns the tools that tests call. */
    static Set<String> tools(List<TestCase> tests) {
        return tests.stream()
                .flatMap(test -> test.steps().stream())
                .map(TestStep::tool)
                .collect(Collectors.toSet());
    }

    /** Builds an engine, in which only the tools in play have their lists. */
    PolicyEngine engine(Set<String> inPlay) {
        List<ToolSpec<?>> tools = new ArrayList<>();
        List<LayerSection> sections = new ArrayList<>();
        for (ToolSpec<?> tool : parts.tools().tools()) {
            tools.add(declared(tool, inPlay));
            if (inPlay.contains(tool.name())) {
                sections.add(section(tool.name()).withLists(lists(tool)));
            }
        }
        parts.limits().forEach((pattern, shared) -> {
            List<CallLimit> now = counting(pattern, limits.getOrDefault(pattern, shared), inPlay);
            LayerPart<List<CallLimit>> limited = LayerPart.of(LayerPlaces.none(), "", now);
            sections.add(section(pattern)
                    .withLimits(
                            Optional.of(limited).filter(part -> !now.isEmpty()), new LayerSection.Reach(false, true)));
        });
        return new Setup(ToolCatalog.of(tools), layers(sections), parts.setup().scene())
                .builder()
                .build();
    }

    private static LayerSection section(String tool) {
        return LayerSection.of(tool, LayerPlaces.none(), "");
    }

    /** Returns a layer of the changed lists, above layers without lists whose files stay guarded. */
    private List<PolicyLayer> layers(List<LayerSection> sections) {
        List<PolicyLayer> layers = new ArrayList<>();
        for (PolicyLayer layer : parts.setup().layers()) {
            layers.add(new Layer(
                    NAME,
                    layer.file(),
                    List.of(),
                    Severity.WARNING,
                    Optional.empty(),
                    List.of(),
                    results(layer),
                    Set.of(),
                    false,
                    Layer.of(layer).isFloor()));
        }
        layers.add(Layer.ofCode(NAME, Severity.WARNING, parts.facts(), sections));
        return layers;
    }

    private List<LayerResults> results(PolicyLayer layer) {
        return Layer.of(layer).results().stream()
                .map(each -> each.isOfCatalog() || !results.containsKey(each.tool())
                        ? each
                        : each.withEntries(results.get(each.tool())))
                .toList();
    }

    /** Returns a tool's lists, which aren't checked: most were, and which rules can decide isn't asked of a mutant. */
    private Map<ListKind, LayerList> lists(ToolSpec<?> tool) {
        Map<ListKind, LayerList> rules = new LinkedHashMap<>();
        Optional.ofNullable(lists.get(tool.name()))
                .or(tool::run)
                .ifPresent(run -> rules.put(ListKind.RUN, LayerList.checked(ORIGIN, run)));
        tool.result().ifPresent(result -> rules.put(ListKind.RESULT, LayerList.checked(ORIGIN, result)));
        return rules;
    }

    /** Returns the limits under a name or pattern but those of rules that aren't there. */
    private List<CallLimit> counting(String owner, List<CallLimit> all, Set<String> inPlay) {
        Set<String> rules = parts.tools().tools().stream()
                .filter(tool -> inPlay.contains(tool.name()) && ToolNames.fits(owner, tool.name()))
                .flatMap(tool -> Optional.ofNullable(lists.get(tool.name())).or(tool::run).stream())
                .flatMap(list -> list.all().stream())
                .flatMap(rule -> rule.name().stream())
                .collect(Collectors.toSet());
        return all.stream()
                .filter(limit -> rules.containsAll(limit.rule().stream().toList()))
                .toList();
    }

    private DeclaredTool declared(ToolSpec<?> tool, Set<String> inPlay) {
        List<CallLimit> now = limits.getOrDefault(tool.name(), tool.limits());
        DeclaredTool declared = DeclaredTool.of(tool.name(), tool.schema())
                .withLimits(counting(tool.name(), now, inPlay).toArray(CallLimit[]::new));
        for (Requirement each : requirements.getOrDefault(tool.name(), tool.requirements())) {
            declared = declared.requiring(each);
        }
        return declared;
    }
}
