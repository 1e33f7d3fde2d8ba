package dev.toolpolicy.analysis.internal.read;

import java.lang.ref.SoftReference;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sets of matchers that were used last, since a list is read for several questions. They are given up when memory
 * is short. Thread-safe.
 *
 * @param <V> the sets
 */
final class KeptSets<V> {
    private final Map<Object, SoftReference<V>> kept = new LinkedHashMap<>(16, 0.75f, true);

    private final int most;

    KeptSets(int most) {
        this.most = most;
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
        keep(key, made);
        return made;
    }

    private synchronized @Nullable V known(Object key) {
        SoftReference<V> sets = kept.get(key);
        return sets == null ? null : sets.get();
    }

    private synchronized void keep(Object key, V made) {
        kept.put(key, new SoftReference<>(made));
        if (kept.size() > most) {
            kept.remove(kept.keySet().iterator().next());
        }
    }
}
