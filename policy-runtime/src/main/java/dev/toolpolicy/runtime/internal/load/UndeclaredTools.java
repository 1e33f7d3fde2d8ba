package dev.toolpolicy.runtime.internal.load;

import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.runtime.PolicyLayer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The policies for tools that may come later: those under patterns, and those under names that no tool has yet. The
 * parameters of such a tool aren't known, so lists are compared as they are written. For one use.
 */
public final class UndeclaredTools {
    private static final String PATHS = "parameters";
    private static final String RESULTS = "results";

    private final Set<String> known;
    /** By list, then by name or pattern. */
    private final Map<ListKind, Map<String, WrittenRules>> lists = new LinkedHashMap<>();

    /** Those of floors, of which none replaces another. */
    private final Map<ListKind, Map<String, List<WrittenRules>>> floors = new EnumMap<>(ListKind.class);

    /** By name or pattern. */
    private final Map<String, List<Term>> terms = new LinkedHashMap<>();

    /**
     * A requirement, a limit, a path, or entries about results with conditions, beside the lists.
     *
     * @param subject the word of the section that it stands under
     * @param written equal if it says the same
     */
    private record Term(String subject, Object written) {}

    /**
     * Reads the policies for later tools.
     *
     * @param layers the layers, in order
     * @param known the names of the tools that there are, whose policies are compared elsewhere
     */
    public UndeclaredTools(List<PolicyLayer> layers, Set<String> known) {
        this.known = Set.copyOf(known);
        List.of(ListKind.values()).forEach(list -> lists.put(list, new LinkedHashMap<>()));
        for (PolicyLayer layer : layers) {
            Layer read = Layer.of(layer);
            read.sections().forEach(section -> add(section, read.isFloor()));
            read.results().stream()
                    .filter(each -> each.entries().size() > 1 && !known.contains(each.tool()))
                    .forEach(each -> terms(each.tool())
                            .add(new Term(RESULTS, List.of(read.isFloor(), each.entries(), each.written()))));
        }
    }

    private void add(LayerSection section, boolean isFloor) {
        if (!section.isPattern() && known.contains(section.tool())) {
            return;
        }
        section.lists().forEach((list, rules) -> {
            WrittenRules read = new WrittenRules(rules.rules(), section.reach().overrides());
            if (isFloor) {
                floors.computeIfAbsent(list, none -> new LinkedHashMap<>())
                        .computeIfAbsent(section.tool(), none -> new ArrayList<>())
                        .add(read);
            } else {
                lists.computeIfAbsent(list, none -> new LinkedHashMap<>()).put(section.tool(), read);
            }
        });
        List<Term> all = terms(section.tool());
        section.requirements()
                .flatMap(LayerPart::value)
                .ifPresent(read -> read.forEach(each -> all.add(new Term("requires", each))));
        section.limits()
                .flatMap(LayerPart::value)
                .ifPresent(read -> read.forEach(each -> all.add(new Term("limits", each))));
        section.paths().forEach(path -> all.add(new Term(PATHS, path.value())));
    }

    private List<Term> terms(String name) {
        return terms.computeIfAbsent(name, none -> new ArrayList<>());
    }

    /**
     * Finds the names and patterns whose tools may be decided less strictly than by earlier policies.
     *
     * @param before the earlier policies, of the same known tools
     * @return by name or pattern, what changes; empty if no later tool can be decided less strictly
     */
    public Map<String, String> looserThan(UndeclaredTools before) {
        Map<String, String> looser = new LinkedHashMap<>();
        lists.forEach((list, now) -> {
            Map<String, WrittenRules> old = before.lists.getOrDefault(list, Map.of());
            Set<String> names = new LinkedHashSet<>(old.keySet());
            names.addAll(now.keySet());
            names.stream()
                    .filter(name -> mayLoosen(name, list, old, now))
                    .forEach(name -> looser.putIfAbsent(name, list.word()));
        });
        before.floors.forEach((list, old) -> old.forEach((name, rules) -> {
            List<WrittenRules> now = floors.getOrDefault(list, Map.of()).getOrDefault(name, List.of());
            if (rules.stream().anyMatch(each -> now.stream().allMatch(floor -> floor.mayLoosen(each)))) {
                looser.putIfAbsent(name, list.word());
            }
        }));
        addMissing(before, this, term -> true, looser);
        addMissing(this, before, term -> List.of(PATHS, RESULTS).contains(term.subject()), looser);
        return looser;
    }

    /** Adds the names and patterns with terms that others lack. */
    private static void addMissing(
            UndeclaredTools of, UndeclaredTools others, Predicate<Term> counts, Map<String, String> looser) {
        of.terms.forEach((name, all) -> all.stream()
                .filter(term -> counts.test(term)
                        && !others.terms.getOrDefault(name, List.of()).contains(term))
                .findFirst()
                .ifPresent(term -> looser.putIfAbsent(name, term.subject())));
    }

    /** Returns whether a list that is new, gone or different may decide some tool's calls less strictly. */
    private static boolean mayLoosen(
            String name, ListKind list, Map<String, WrittenRules> old, Map<String, WrittenRules> now) {
        WrittenRules before = old.get(name);
        WrittenRules after = now.get(name);
        if (before != null && after != null) {
            return after.mayLoosen(before);
        } else if (after != null) {
            return beneath(name, list, old).stream().anyMatch(after::mayLoosen);
        }
        boolean tied = tied(name, old.keySet());
        return before != null
                && beneath(name, list, now).stream()
                        .anyMatch(other -> other.mayLoosen(tied ? WrittenRules.of(Mode.DENY) : before));
    }

    /** Returns the lists that may serve a name's tools where its own list is not there. */
    private static List<WrittenRules> beneath(String name, ListKind list, Map<String, WrittenRules> lists) {
        List<String> candidates = ToolNames.below(name, lists.keySet())
                .sorted(Comparator.comparingInt(ToolNames::specificity).reversed())
                .toList();
        List<WrittenRules> beneath = new ArrayList<>();
        for (String pattern : candidates) {
            Optional.ofNullable(lists.get(pattern)).ifPresent(beneath::add);
            if (tied(pattern, candidates)) {
                beneath.add(WrittenRules.of(Mode.DENY));
            }
            if (ToolNames.fits(pattern, name)) {
                return beneath;
            }
        }
        beneath.add(WrittenRules.of(list == ListKind.RUN ? Mode.ASK : Mode.ALLOW));
        return beneath;
    }

    /** Returns whether another pattern may serve a tool as well as this one, which denies the tool. */
    private static boolean tied(String name, Collection<String> names) {
        return ToolNames.isPattern(name)
                && ToolNames.below(name, names)
                        .anyMatch(other -> ToolNames.specificity(other) == ToolNames.specificity(name));
    }
}
