package dev.toolpolicy.runtime.internal.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Values that states and denials are made of. What is given is never changed. Stateless. */
public final class StateValues {
    private static final int SHOWN = 200;

    private StateValues() {}

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** An object with one property set; shares the values of the given one. */
    public static JsonNode with(JsonNode object, String name, JsonNode value) {
        ObjectNode changed = object();
        if (object instanceof ObjectNode properties) {
            changed.setAll(properties);
        }
        changed.set(name, value);
        return changed;
    }

    /** An object without one of its properties; the given one itself if it has none of that name. */
    public static JsonNode without(JsonNode object, String name) {
        if (!object.has(name)) {
            return object;
        }
        ObjectNode changed = object();
        object.properties().forEach(each -> {
            if (!each.getKey().equals(name)) {
                changed.set(each.getKey(), each.getValue());
            }
        });
        return changed;
    }

    /** An object with one property set, or without it if it would be an empty object: equal states are equal values. */
    public static JsonNode withUnlessEmpty(JsonNode object, String name, JsonNode value) {
        return value.isObject() && value.isEmpty() ? without(object, name) : with(object, name, value);
    }

    /**
     * An object with some properties set, without those whose value would be an empty object; the given one itself if there
     * are none. However many they are, it is copied once.
     */
    public static JsonNode withAll(JsonNode object, Map<String, JsonNode> values) {
        if (values.isEmpty()) {
            return object;
        }
        ObjectNode changed = object();
        if (object instanceof ObjectNode properties) {
            changed.setAll(properties);
        }
        values.forEach((name, value) -> {
            if (value.isObject() && value.isEmpty()) {
                changed.remove(name);
            } else {
                changed.set(name, value);
            }
        });
        return changed;
    }

    /** Adds an element to a set. */
    public static JsonNode add(JsonNode set, String element) {
        return set.has(element) ? set : with(set, element, BooleanNode.TRUE);
    }

    public static ArrayNode texts(Collection<String> values) {
        ArrayNode texts = JsonNodeFactory.instance.arrayNode();
        values.forEach(texts::add);
        return texts;
    }

    /** Texts whose order means nothing. */
    public static ArrayNode sorted(Collection<String> values) {
        return texts(new TreeSet<>(values));
    }

    /** Joins names as in a sentence: {@code a}, {@code a and b}, {@code a, b and c}. */
    public static String joined(Collection<String> names, String conjunction) {
        List<String> all = List.copyOf(names);
        int last = all.size() - 1;
        return last <= 0
                ? String.join("", all)
                : String.join(", ", all.subList(0, last)) + " " + conjunction + " " + all.get(last);
    }

    /** A value in a reason: cut if it is long. */
    public static String shown(String value) {
        if (value.length() <= SHOWN) {
            return value;
        }
        int end = Character.isHighSurrogate(value.charAt(SHOWN - 1)) ? SHOWN - 1 : SHOWN;
        return value.substring(0, end) + "...";
    }
}
