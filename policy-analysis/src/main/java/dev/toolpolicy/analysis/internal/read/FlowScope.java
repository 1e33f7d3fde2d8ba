package dev.toolpolicy.analysis.internal.read;

import dev.toolpolicy.internal.schema.FlowFacts;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The labels and sets that the results of an engine's tools bring, as far as its rules can name them. Immutable. */
public final class FlowScope {
    /** Any label and any set, where it isn't known what results bring. */
    public static final FlowScope ANY = new FlowScope(null, Map.of());

    private final @Nullable Set<String> labels;
    private final Map<String, Filling> sets;

    private FlowScope(@Nullable Set<String> labels, Map<String, Filling> sets) {
        this.labels = labels;
        this.sets = sets;
    }

    /**
     * Creates a scope.
     *
     * @param labels the labels that some entry carries
     * @param sets how each set is filled
     */
    public static FlowScope of(Set<String> labels, Map<String, Filling> sets) {
        Set<String> all = new TreeSet<>(labels);
        all.add(FlowFacts.UNTRUSTED);
        return new FlowScope(Collections.unmodifiableSet(all), Collections.unmodifiableMap(new TreeMap<>(sets)));
    }

    /**
     * The way that results fill a set.
     *
     * @param isOffered whether a tool fills it that is there, or may come later
     * @param isTrusted whether no result with the text of strangers fills it, unless its place is said to be the
     *     operator's own
     */
    public record Filling(boolean isOffered, boolean isTrusted) {
        /** Returns how a set is filled by this and by another entry. */
        public Filling and(Filling other) {
            return new Filling(isOffered || other.isOffered, isTrusted && other.isTrusted);
        }
    }

    /** Returns the labels that rules can name, in order; none if any can be named. */
    public List<String> labels() {
        return labels == null ? List.of() : List.copyOf(labels);
    }

    /** Returns the sets that rules can name, in order; none if any can be named. */
    public List<String> sets() {
        Set<String> all = new TreeSet<>(sets.keySet());
        all.add(FlowFacts.REQUEST);
        return List.copyOf(all);
    }

    /** Returns whether a rule can name a label. */
    public boolean hasLabel(String label) {
        return labels == null || labels.contains(label);
    }

    /** Returns whether a rule can name a set. */
    public boolean hasSet(String set) {
        return isFree(set) || sets.containsKey(set);
    }

    /** Returns whether results with the text of strangers fill a set. */
    public boolean isUntrusted(String set) {
        Filling filling = sets.get(set);
        return !isFree(set) && filling != null && !filling.isTrusted();
    }

    /** Returns whether some tool fills a set that is there, or may come later. */
    public boolean isFilled(String set) {
        Filling filling = sets.get(set);
        return isFree(set) || filling == null || filling.isOffered();
    }

    private boolean isFree(String set) {
        return labels == null || set.equals(FlowFacts.REQUEST);
    }
}
