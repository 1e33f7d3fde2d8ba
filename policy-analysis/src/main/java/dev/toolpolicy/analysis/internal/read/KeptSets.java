package dev.toolpolicy.analysis.internal.read;

import java.lang.ref.SoftReference;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The sets of matchers that were used last, since a list is read for several questions. They are given up when memory
 * is short. Thread-safe.
 *
 * @param <K> what the sets are made of
 * @param <V> the sets
 */
final class KeptSets<K, V> {
    private final Map<K, SoftReference<V>> kept = new LinkedHashMap<>(16, 0.75f, true);

    private final int most;
    private final Function<K, V> maker;

    KeptSets(int most, Function<K, V> maker) {
        this.most = most;
        this.maker = maker;
    }

    /** Returns the sets of a key, which are made unless they are kept. Several threads may make them at once. */
    V of(K key) {
        V known = known(key);
        if (known != null) {
            return known;
        }
        V made = maker.apply(key);
        keep(key, made);
        return made;
    }

    private synchronized @Nullable V known(K key) {
        SoftReference<V> sets = kept.get(key);
        return sets == null ? null : sets.get();
    }

    private synchronized void keep(K key, V made) {
        kept.put(key, new SoftReference<>(made));
        if (kept.size() > most) {
            kept.remove(kept.keySet().iterator().next());
        }
    }
}
