package dev.toolpolicy.runtime.internal.fault;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that forgets its eldest entry when it has too many. Not thread-safe. */
public final class BoundedMap<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;
    private final int most;

    /**
     * Creates a map.
     *
     * @param most the maximum number of entries
     * @param byUse whether the eldest is the one that was used longest ago; otherwise it is the one that was added first
     */
    public BoundedMap(int most, boolean byUse) {
        super(16, 0.75f, byUse);
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
    }
}
