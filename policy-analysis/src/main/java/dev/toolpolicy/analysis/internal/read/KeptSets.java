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
 */
final class KeptSets<K> {
    private static final int MOST = 32;

    private final Map<K, SoftReference<MatcherSets>> kept = new LinkedHashMap<>(MOST, 0.75f, true);

    private final Function<K, MatcherSets> maker;

    KeptSets(Function<K, MatcherSets> maker) {
        this.maker = maker;
    }

    /** Returns the sets of a key, which are made unless they are kept. Several threads may make them at once. */
    MatcherSets of(K key) {
        MatcherSets known = known(key);
        if (known != null) {
            return known;
        }
        MatcherSets made = maker.apply(key);
        keep(key, made);
        return made;
    }

    private synchronized @Nullable MatcherSets known(K key) {
        SoftReference<MatcherSets> sets = kept.get(key);
        return sets == null ? null : sets.get();
    }

    private synchronized void keep(K key, MatcherSets made) {
        kept.put(key, new SoftReference<>(made));
        if (kept.size() > MOST) {
            kept.remove(kept.keySet().iterator().next());
        }
    }
}
