package dev.toolpolicy.runtime.internal.load;

import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyProblem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The lists of one kind that stand under patterns, for tools without a list of their
 * own. A tool has that of the pattern with the most characters beside {@code *}; {@code *} alone comes last. Of several
 * layers, the last with a list for the pattern applies; earlier ones are only checked. For one use.
 */
final class PatternLists {
    private final RuleScope scope;
    /** By pattern, in the order of layers. */
    private final Map<String, List<Shared>> byPattern = new LinkedHashMap<>();

    /**
     * A list under a pattern.
     *
     * @param section its section
     * @param layer the number of its layer
     * @param rules its rules
     */
    private record Shared(LayerSection section, int layer, LayerList rules) {}

    /**
     * A tool's own list.
     *
     * @param tool the tool
     * @param layer the number of its layer, -1 for the tool's declaration
     * @param rules the rules; empty if they are wrong
     * @param origin where the list is from
     */
    record Own(ToolSpec<?> tool, int layer, Optional<RuleList> rules, ListOrigin origin) {}

    PatternLists(ListKind list, List<Layer> layers, RuleScope scope) {
        this.scope = scope;
        for (int layer = 0; layer < layers.size(); layer++) {
            for (LayerSection section : layers.get(layer).sections()) {
                LayerList rules = section.isPattern() && !layers.get(layer).isFloor()
                        ? section.lists().get(list)
                        : null;
                if (rules != null) {
                    byPattern
                            .computeIfAbsent(section.tool(), none -> new ArrayList<>())
                            .add(new Shared(section, layer, rules));
                }
            }
        }
    }

    private static Shared last(List<Shared> lists) {
        return lists.get(lists.size() - 1);
    }

    private Shared last(String pattern) {
        return last(Objects.requireNonNull(byPattern.get(pattern), pattern));
    }

    private static List<ToolSpec<?>> tools(Map<String, List<ToolSpec<?>>> served, String pattern) {
        return Objects.requireNonNull(served.get(pattern), pattern);
    }

    /** Returns whether a pattern's list replaces a tool's own. */
    boolean override(Own own) {
        for (List<Shared> lists : byPattern.values()) {
            Shared shared = last(lists);
            if (shared.section.reach().overrides()
                    && shared.layer >= own.layer()
                    && ToolNames.fits(shared.section.tool(), own.tool().name())) {
                return true;
            }
        }
        return false;
    }

    /**
     * The lists of the tools as far as they are known.
     *
     * @param lists the lists by tool
     * @param origins their origins by tool
     * @param problems the problems found
     */
    record Target(Map<String, RuleList> lists, Map<String, ListOrigin> origins, List<PolicyProblem> problems) {
        void serve(ToolSpec<?> tool, Optional<RuleList> rules, ListOrigin origin) {
            rules.ifPresent(kept -> lists.put(tool.name(), kept));
            origins.put(tool.name(), origin);
        }
    }

    /**
     * Serves tools.
     *
     * @param others the tools without a list of their own
     * @param overridden the tools whose own list is replaced
     */
    void serve(List<ToolSpec<?>> others, List<ToolSpec<?>> overridden, Target target) {
        Map<String, List<ToolSpec<?>>> served = new LinkedHashMap<>();
        List<String> overriding = new ArrayList<>();
        for (String pattern : byPattern.keySet()) {
            served.put(pattern, new ArrayList<>());
            if (last(pattern).section.reach().overrides()) {
                overriding.add(pattern);
            }
        }
        others.forEach(tool -> choose(tool, byPattern.keySet(), served, target));
        overridden.forEach(tool -> choose(tool, overriding, served, target));
        for (Map.Entry<String, List<Shared>> lists : byPattern.entrySet()) {
            lists.getValue().forEach(shared -> serve(tools(served, lists.getKey()), shared, target));
        }
    }

    private void serve(List<ToolSpec<?>> tools, Shared shared, Target target) {
        PatternRules rules = new PatternRules(shared.rules, scope);
        tools.forEach(tool -> target.serve(tool, rules.fit(tool.name(), tool.schema()), shared.rules.origin()));
        target.problems.addAll(rules.problems());
    }

    /** Chooses the pattern of a tool. If several fit equally well, the tool is denied, besides the error. */
    private void choose(
            ToolSpec<?> tool, Collection<String> patterns, Map<String, List<ToolSpec<?>>> served, Target target) {
        List<String> best = ToolNames.best(patterns, tool.name());
        if (best.size() == 1) {
            tools(served, best.get(0)).add(tool);
        } else if (best.size() > 1) {
            Shared one = last(best.get(best.size() - 1));
            target.serve(tool, Optional.of(RuleList.always(Mode.DENY)), one.rules.origin());
            target.problems.add(one.section.problem(LayerWords.ambiguous(tool.name(), best)));
        }
    }

    /** Warns of stricter lists in later layers that don't reach tools with lists of their own. */
    void reportNotReached(List<Own> owned, Target target) {
        List<String> patterns = new ArrayList<>(byPattern.keySet());
        patterns.remove(LayerSection.ALL);
        for (Own own : owned) {
            List<String> best = ToolNames.best(patterns, own.tool().name());
            if (best.size() == 1 && own.rules().isPresent()) {
                Shared shared = last(best.get(0));
                if (shared.layer > own.layer() && isLooser(own, shared)) {
                    target.problems.add(shared.section.problem(LayerWords.notReached(
                            shared.section.tool(), own.tool().name())));
                }
            }
        }
    }

    private boolean isLooser(Own own, Shared shared) {
        Optional<RuleList> meant = new PatternRules(shared.rules, scope)
                .fit(own.tool().name(), own.tool().schema());
        return meant.isPresent()
                && RuleListDiff.loosening(
                                scope.withParameters(own.tool().schema()),
                                meant.get(),
                                own.rules().orElseThrow())
                        .mayLoosen();
    }
}
