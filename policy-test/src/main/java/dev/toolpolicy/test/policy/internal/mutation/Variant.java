package dev.toolpolicy.test.policy.internal.mutation;

import dev.toolpolicy.CallLimit;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyLayer;
import dev.toolpolicy.test.policy.internal.coverage.PolicyParts;
import dev.toolpolicy.test.policy.internal.run.Setup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A policy with one change. Immutable.
 *
 * @param parts the unchanged policy
 * @param lists the changed lists, by tool
 * @param requirements the changed requirements, by tool
 * @param limits the changed limits, by tool or pattern
 */
record Variant(
        PolicyParts parts,
        Map<String, RuleList> lists,
        Map<String, List<Requirement>> requirements,
        Map<String, List<CallLimit>> limits) {

    static Variant lists(PolicyParts parts, Collection<String> tools, RuleList list) {
        Map<String, RuleList> changed = new HashMap<>();
        tools.forEach(tool -> changed.put(tool, list));
        return new Variant(parts, changed, Map.of(), Map.of());
    }

    static Variant requirements(PolicyParts parts, String tool, List<Requirement> changed) {
        return new Variant(parts, Map.of(), Map.of(tool, changed), Map.of());
    }

    static Variant limits(PolicyParts parts, String owner, List<CallLimit> changed) {
        return new Variant(parts, Map.of(), Map.of(), Map.of(owner, changed));
    }

    /** Builds an engine, in which only the tools in play have their lists. */
    PolicyEngine engine(Set<String> inPlay) {
        List<ToolSpec<?>> tools = new ArrayList<>();
        List<UncheckedLayer.Section> sections = new ArrayList<>();
        for (ToolSpec<?> tool : parts.tools().tools()) {
            tools.add(declared(tool));
            if (inPlay.contains(tool.name())) {
                sections.add(new UncheckedLayer.Section(tool.name(), rules(tool), List.of()));
            }
        }
        parts.limits().forEach((pattern, shared) -> {
            List<CallLimit> now = limits.getOrDefault(pattern, shared);
            sections.add(new UncheckedLayer.Section(pattern, Map.of(), now));
        });
        return new Setup(ToolCatalog.of(tools), layers(sections), parts.setup().scene())
                .builder()
                .build();
    }

    private List<PolicyLayer> layers(List<UncheckedLayer.Section> sections) {
        List<PolicyLayer> layers = new ArrayList<>();
        for (PolicyLayer layer : parts.setup().layers()) {
            layers.add(new UncheckedLayer(layer.file(), List.of(), Optional.empty()));
        }
        Optional<Path> none = Optional.empty();
        layers.add(new UncheckedLayer(none, sections, parts.facts()));
        return layers;
    }

    private Map<ListKind, RuleList> rules(ToolSpec<?> tool) {
        Map<ListKind, RuleList> rules = new LinkedHashMap<>();
        Optional.ofNullable(lists.get(tool.name())).or(tool::run).ifPresent(run -> rules.put(ListKind.RUN, run));
        tool.result().ifPresent(result -> rules.put(ListKind.RESULT, result));
        return rules;
    }

    private DeclaredTool declared(ToolSpec<?> tool) {
        DeclaredTool declared = DeclaredTool.of(tool.name(), tool.schema())
                .withLimits(limits.getOrDefault(tool.name(), tool.limits()).toArray(CallLimit[]::new));
        for (Requirement each : requirements.getOrDefault(tool.name(), tool.requirements())) {
            declared = declared.requiring(each);
        }
        return declared;
    }
}
