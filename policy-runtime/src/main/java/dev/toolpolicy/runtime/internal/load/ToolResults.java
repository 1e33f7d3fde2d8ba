package dev.toolpolicy.runtime.internal.load;

import dev.toolpolicy.analysis.internal.read.FlowScope;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.ResultSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The labels and values of the results of an engine's tools: those of its own tools, and of tools that come later. The
 * entry of a tool's name comes before all patterns, then that of the pattern with the most characters beside {@code *}.
 * Immutable.
 *
 * @param known the entries of the tools at hand, by name
 * @param written the last entries under each name and pattern
 * @param floors the entries of floors
 * @param scope the labels and sets that rules can name
 */
public record ToolResults(
        Map<String, List<ResultSpec>> known,
        Map<String, LayerResults> written,
        List<LayerResults> floors,
        FlowScope scope) {
    /** The labels and values of results that no entry names. */
    public static final List<ResultSpec> UNTRUSTED = List.of(ResultSpec.labelled(FlowFacts.UNTRUSTED));

    static final ToolResults NONE = of(Map.of(), Map.of(), List.of());

    /**
     * Creates the results of tools.
     *
     * @param known the entries of the tools at hand, by name
     * @param written the last entries under each name and pattern
     * @param floors the entries of floors
     */
    static ToolResults of(
            Map<String, List<ResultSpec>> known, Map<String, LayerResults> written, List<LayerResults> floors) {
        return new ToolResults(
                Map.copyOf(known),
                new LinkedHashMap<>(written),
                List.copyOf(floors),
                scope(
                        known,
                        Stream.concat(written.values().stream(), floors.stream())
                                .toList()));
    }

    private static FlowScope scope(Map<String, List<ResultSpec>> known, List<LayerResults> written) {
        Set<String> labels = new HashSet<>();
        Map<String, FlowScope.Filling> sets = new HashMap<>();
        known.values().forEach(entries -> add(entries, true, labels, sets));
        written.forEach(each -> add(each.entries(), false, labels, sets));
        return FlowScope.of(labels, sets);
    }

    private static void add(
            List<ResultSpec> entries, boolean isOffered, Set<String> labels, Map<String, FlowScope.Filling> sets) {
        for (ResultSpec entry : entries) {
            labels.addAll(entry.labels());
            boolean isClean = !entry.labels().contains(FlowFacts.UNTRUSTED);
            entry.values()
                    .forEach((set, source) -> sets.merge(
                            set,
                            new FlowScope.Filling(isOffered, isClean || source.isTrusted()),
                            FlowScope.Filling::and));
        }
    }

    /** Returns whether no entry says anything about results, but for those of catalogs. */
    public boolean isEmpty() {
        return written.isEmpty() && floors.isEmpty();
    }

    /** Returns the entries of a tool at hand; none if nothing says what its results bring. */
    List<ResultSpec> ofOwn(String tool) {
        return known.getOrDefault(tool, List.of());
    }

    /** Returns what was written about the results of a tool at hand; empty if nothing was. */
    Optional<LayerResults> source(String tool) {
        List<String> best = known.containsKey(tool) ? ToolNames.best(written.keySet(), tool) : List.of();
        return best.size() == 1 ? Optional.of(written(best.get(0))) : Optional.empty();
    }

    /** Returns the names and patterns by which results of tools that come later don't carry {@code untrusted}. */
    public List<String> trustedLater() {
        return written.entrySet().stream()
                .filter(each -> each.getValue().isExternal())
                .filter(each -> each.getValue().entries().stream()
                        .anyMatch(entry -> !entry.labels().contains(FlowFacts.UNTRUSTED)))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns the names and patterns that entries stand under. */
    public Set<String> names() {
        Set<String> names = new LinkedHashSet<>(written.keySet());
        floors.forEach(each -> names.add(each.tool()));
        return names;
    }

    /**
     * Returns whether the results of some tool have a label less or a value more than before; in doubt, true.
     *
     * @param before the results of before
     * @param name the tool's name, or the pattern of later tools
     */
    public boolean mayLoosen(ToolResults before, String name) {
        return mayLoosen(before.of(name), of(name))
                || !ofPattern(name).equals(before.ofPattern(name))
                        && (ToolNames.below(name, before.written.keySet())
                                        .anyMatch(other -> mayLoosen(before.of(other), of(name)))
                                || ToolNames.below(name, written.keySet())
                                        .anyMatch(other -> mayLoosen(before.of(name), of(other))));
    }

    /** Returns the parts that stand under a pattern. */
    private List<Object> ofPattern(String name) {
        LayerResults own = ToolNames.isPattern(name) ? written.get(name) : null;
        return own == null ? List.of() : List.of(own.entries(), own.written());
    }

    private static boolean mayLoosen(List<ResultSpec> before, List<ResultSpec> now) {
        boolean loosens = before.size() != now.size();
        for (int i = 0; !loosens && i < now.size(); i++) {
            ResultSpec was = before.get(i);
            ResultSpec is = now.get(i);
            loosens = !was.conditions().equals(is.conditions())
                    || !is.labels().containsAll(was.labels())
                    || !was.values().entrySet().containsAll(is.values().entrySet());
        }
        return loosens;
    }

    /**
     * Returns the entries of a tool, of which the first counts whose conditions hold.
     *
     * @param tool the tool's name; it may have come after the engine was built
     * @return at least one; the last has no condition
     */
    public List<ResultSpec> of(String tool) {
        List<ResultSpec> own = known.get(tool);
        return own == null ? laterInFloors(tool) : own;
    }

    /** Returns the entries of a tool that came later, with the labels of floors. */
    private List<ResultSpec> laterInFloors(String tool) {
        List<ResultSpec> all = later(tool);
        for (LayerResults floor : floors) {
            if (ToolNames.fits(floor.tool(), tool)) {
                all = beside(all, List.of(LayerResults.unread(floor.entries())));
            }
        }
        return all;
    }

    /**
     * Returns what a tool's results bring if a floor adds to what they bring anyway.
     *
     * @param entries the entries without the floor
     * @param floor the floor's entries
     */
    static List<ResultSpec> beside(List<ResultSpec> entries, List<ResultSpec> floor) {
        List<ResultSpec> all = new ArrayList<>();
        for (ResultSpec added : floor) {
            for (ResultSpec entry : entries) {
                List<Condition> conditions = new ArrayList<>(added.conditions());
                conditions.addAll(entry.conditions());
                Set<String> labels = new HashSet<>(entry.labels());
                labels.addAll(added.labels());
                Map<String, ResultSpec.Source> values = new HashMap<>(added.values());
                values.putAll(entry.values());
                all.add(new ResultSpec(conditions, labels, values, entry.isExternal()));
            }
        }
        return all;
    }

    /** Returns the entries of a tool that came later. Only those that say so take {@code untrusted} away. */
    private List<ResultSpec> later(String tool) {
        List<LayerResults> found = ToolNames.best(written.keySet(), tool).stream()
                .map(this::written)
                .toList();
        List<ResultSpec> entries = all(found);
        if (entries.isEmpty()) {
            return UNTRUSTED;
        }
        List<ResultSpec> read = entries.size() == 1 ? entries : List.of(LayerResults.unread(entries));
        return found.size() == 1 && found.get(0).isExternal() ? read : untrusted(read);
    }

    private LayerResults written(String name) {
        return Objects.requireNonNull(written.get(name), name);
    }

    private static List<ResultSpec> all(List<LayerResults> results) {
        return results.stream().flatMap(each -> each.entries().stream()).toList();
    }

    /** Returns what a tool brings for which several patterns fit equally well. */
    static List<ResultSpec> tied(List<LayerResults> results) {
        return untrusted(List.of(LayerResults.unread(all(results))));
    }

    /** Returns entries that carry {@code untrusted} too, and fill no set: their author didn't know the tool. */
    static List<ResultSpec> untrusted(List<ResultSpec> entries) {
        List<ResultSpec> all = new ArrayList<>();
        for (ResultSpec entry : entries) {
            Set<String> labels = new HashSet<>(entry.labels());
            labels.add(FlowFacts.UNTRUSTED);
            all.add(new ResultSpec(entry.conditions(), labels, Map.of(), entry.isExternal()));
        }
        return all;
    }
}
