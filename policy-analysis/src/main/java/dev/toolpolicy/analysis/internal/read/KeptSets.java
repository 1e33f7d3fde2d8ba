package dev.toolpolicy.analysis.internal.read;

import java.lang.ref.SoftReference;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The sets of matchers that were used last, since a list is read for several questions. They are given up when memory
 * is short. Thread-safe.
 *
 * @param <V> the sets
 */
final class KeptSets<V> {
    /** The sets by their keys, in the order of their last use. */
    private final Map<Object, Kept<V>> kept = new LinkedHashMap<>(64, 0.75f, true);

    private final int most;
    private final ToIntFunction<V> weight;
    private int total;

    /** Sets, unless they were given up, and their weight. */
    private record Kept<V>(SoftReference<V> sets, int weight) {}

    /**
     * Creates a cache.
     *
     * @param most the most that all sets together weigh; one that is heavier alone isn't kept
     */
    KeptSets(int most, ToIntFunction<V> weight) {
        this.most = most;
        this.weight = weight;
    }

    /**
     * Returns the sets of a key, which are made unless they are kept. Several threads may make them at once.
     *
     * @param key what the sets are made of: a list rather than a record, whose hash must be linked in each new process
     */
    V of(Object key, Supplier<V> maker) {
        V known = known(key);
        if (known != null) {
            return known;
        }
        V made = maker.get();
        int added = weight.applyAsInt(made);
        if (added <= most) {
            keep(key, new Kept<>(new SoftReference<>(made), added));
        }
        return made;
    }

    private synchronized @Nullable V known(Object key) {
        Kept<V> known = kept.get(key);
        return known == null ? null : known.sets.get();
    }

    private synchronized void keep(Object key, Kept<V> made) {
        Kept<V> before = kept.put(key, made);
        total += made.weight - (before == null ? 0 : before.weight);
        Iterator<Kept<V>> oldest = kept.values().iterator();
        while (total > most) {
            total -= oldest.next().weight;
            oldest.remove();
        }
    }
}
