package dev.toolpolicy.config;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where the keys and values of a configuration stand in its text, by their JSON Pointers. */
final class Places {
    private final Map<String, Integer> keys = new HashMap<>();
    private final Map<String, Integer> values = new HashMap<>();

    /** A key stands here; the first place of several is kept. */
    void key(String pointer, int offset) {
        keys.putIfAbsent(pointer, offset);
    }

    /** A value stands here; the first place of several is kept. */
    void value(String pointer, int offset) {
        values.putIfAbsent(pointer, offset);
    }

    /** Where a key stands, or else its value, or what is around it. */
    int ofKey(String pointer) {
        Integer key = keys.get(pointer);
        return key == null ? ofValue(pointer) : key;
    }

    /** Where a value stands, or else its key, or what is around it. */
    int ofValue(String pointer) {
        for (String place = pointer; !place.isEmpty(); place = place.substring(0, place.lastIndexOf('/'))) {
            Integer value = values.get(place);
            Integer known = value == null ? keys.get(place) : value;
            if (known != null) {
                return known;
            }
        }
        return 0;
    }

    boolean hasValue(String pointer) {
        return values.containsKey(pointer) || keys.containsKey(pointer);
    }

    @Nullable
    Integer exactKey(String pointer) {
        return keys.get(pointer);
    }
}
