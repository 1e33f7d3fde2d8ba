package dev.toolpolicy.config.internal.document;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The places of keys and values in the text of a configuration, by their JSON Pointers. */
public final class Places {
    final Map<String, Integer> keys = new HashMap<>();
    final Map<String, Integer> values = new HashMap<>();

    /** Records the place of a key. The first of several places is kept. */
    public void key(String pointer, int offset) {
        keys.putIfAbsent(pointer, offset);
    }

    /** Records the place of a value. The first of several places is kept. */
    public void value(String pointer, int offset) {
        values.putIfAbsent(pointer, offset);
    }

    /** Returns the place of a key, or else of its value, or else of what encloses it. */
    public int ofKey(String pointer) {
        Integer key = keys.get(pointer);
        return key == null ? ofValue(pointer) : key;
    }

    /** Returns the place of a value, or else of its key, or else of what encloses it. */
    public int ofValue(String pointer) {
        for (String place = pointer; !place.isEmpty(); place = place.substring(0, place.lastIndexOf('/'))) {
            Integer value = values.get(place);
            Integer known = value == null ? keys.get(place) : value;
            if (known != null) {
                return known;
            }
        }
        return 0;
    }

    /** Returns the place of a key, or null if it is not in the text. */
    public @Nullable Integer exactKey(String pointer) {
        return keys.get(pointer);
    }
}
