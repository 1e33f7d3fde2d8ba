package dev.toolpolicy.runtime.internal.load;

import dev.toolpolicy.analysis.internal.read.FlowScope;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.rule.ResultSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The labels and values of the results of an engine's tools: those of its own tools, and of tools that come later. The entry of a
 * tool's name comes before all patterns, then that of the pattern with the most characters beside {@code *}. Immutable.
 */
public final class ToolResults {
    /** The labels and values of results that no entry names. */
    public static final List<ResultSpec> UNTRUSTED = List.of(ResultSpec.labelled(FlowFacts.UNTRUSTED));

    static final ToolResults NONE = of(Map.of(), Map.of());

    private final Map<String, List<ResultSpec>> known;
    private final Map<String, LayerResults> written;
    private final FlowScope scope;

    private ToolResults(Map<String, List<ResultSpec>> known, Map<String, LayerResults> written, FlowScope scope) {
        this.known = known;
        this.written = written;
        this.scope = scope;
    }

    /**
     * Creates the results of tools.
     *
     * @param known the entries of the tools at hand, by name
     * @param written the last entries under each name and pattern
     */
    static ToolResults of(Map<String, List<ResultSpec>> known, Map<String, LayerResults> written) {
        return new ToolResults(Map.copyOf(known), new LinkedHashMap<>(written), scope(known, written));
    }

    private static FlowScope scope(Map<String, List<ResultSpec>> known, Map<String, LayerResults> written) {
        Set<String> labels = new HashSet<>();
        Map<String, FlowScope.Filling> sets = new HashMap<>();
        known.values().forEach(entries -> add(entries, true, labels, sets));
        written.values().forEach(each -> add(each.entries(), false, labels, sets));
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

    /** Returns whether no entry says anything about results. */
    public boolean isEmpty() {
        return known.isEmpty() && written.isEmpty();
    }

    /** Returns what was written about the results of a tool at hand; empty if nothing was. */
    Optional<LayerResults> source(String tool) {
        return known.containsKey(tool) ? best(written.keySet(), tool).map(written::get) : Optional.empty();
    }

    /** Returns the names and patterns that entries stand under. */
    public Set<String> names() {
        return written.keySet();
    }

    /**
     * Returns whether entries take a label away or add a value to a set, compared with others; in doubt, true.
     *
     * @param before the entries of before
     * @param now the entries of now
     */
    public static boolean mayLoosen(List<ResultSpec> before, List<ResultSpec> now) {
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

    /** Returns the labels and sets that rules can name. */
    public FlowScope scope() {
        return scope;
    }

    /**
     * Returns the entries of a tool, of which the first counts whose conditions hold.
     *
     * @param tool the tool's name; it may have come after the engine was built
     * @return at least one; the last has no condition
     */
    public List<ResultSpec> of(String tool) {
        List<ResultSpec> own = known.get(tool);
        return own == null ? later(tool) : own;
    }

    /** Returns the entries of a tool that came later. Only those that say so take {@code untrusted} away. */
    private List<ResultSpec> later(String tool) {
        Optional<LayerResults> found = best(written.keySet(), tool).map(written::get);
        if (found.isEmpty()) {
            return UNTRUSTED;
        }
        List<ResultSpec> entries = found.get().entries();
        List<ResultSpec> read = entries.size() == 1 ? entries : List.of(LayerResults.unread(entries));
        return found.get().isExternal() ? read : untrusted(read);
    }

    /** Returns entries that carry {@code untrusted} too. */
    static List<ResultSpec> untrusted(List<ResultSpec> entries) {
        List<ResultSpec> all = new ArrayList<>();
        for (ResultSpec entry : entries) {
            Set<String> labels = new HashSet<>(entry.labels());
            labels.add(FlowFacts.UNTRUSTED);
            all.add(new ResultSpec(entry.conditions(), labels, entry.values(), entry.isExternal()));
        }
        return all;
    }

    /** Returns the name or the one pattern that fits a tool best; empty if none does, or several equally well. */
    static Optional<String> best(Collection<String> names, String tool) {
        if (names.contains(tool)) {
            return Optional.of(tool);
        }
        List<String> best = PatternLists.best(names, tool);
        return best.size() == 1 ? Optional.of(best.get(0)) : Optional.empty();
    }
}
