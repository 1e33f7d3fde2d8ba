package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Functions on the values of states and denials. They never change their arguments. Stateless. */
public final class StateValues {

    private StateValues() {}

    /**
     * Creates an empty object.
     *
     * @return the object
     */
    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /**
     * Returns an object with one property set; it shares the values of the given one.
     *
     * @param object the object
     * @param name the property's name
     * @param value the property's value
     * @return the changed object
     */
    public static JsonNode with(JsonNode object, String name, JsonNode value) {
        ObjectNode changed = object();
        if (object instanceof ObjectNode properties) {
            changed.setAll(properties);
        }
        changed.set(name, value);
        return changed;
    }

    /**
     * Returns an object without one of its properties.
     *
     * @param object the object
     * @param name the property's name
     * @return the changed object; the given one itself if it doesn't have the property
     */
    public static JsonNode without(JsonNode object, String name) {
        if (!object.has(name)) {
            return object;
        }
        ObjectNode changed = object().setAll((ObjectNode) object);
        changed.remove(name);
        return changed;
    }

    /**
     * Returns an object with one property set, or without it if the value is an empty object, so that equal states are
     * equal values.
     *
     * @param object the object
     * @param name the property's name
     * @param value the property's value
     * @return the changed object
     */
    public static JsonNode withUnlessEmpty(JsonNode object, String name, JsonNode value) {
        return isNothing(value) ? without(object, name) : with(object, name, value);
    }

    private static boolean isNothing(JsonNode value) {
        return value.isMissingNode() || value.isObject() && value.isEmpty();
    }

    /**
     * Returns an object with some properties set, without those whose value is an empty object. It is copied only once.
     *
     * @param object the object
     * @param values the values by property name
     * @return the changed object; the given one itself if there are no values
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
            if (isNothing(value)) {
                changed.remove(name);
            } else {
                changed.set(name, value);
            }
        });
        return changed;
    }

    /**
     * Adds an element to a set.
     *
     * @param set the set, an object whose names are the elements
     * @param element the element
     * @return the changed set
     */
    public static JsonNode add(JsonNode set, String element) {
        return set.has(element) ? set : with(set, element, BooleanNode.TRUE);
    }

    /**
     * Creates an array of texts.
     *
     * @param values the texts
     * @return the array
     */
    public static ArrayNode texts(Collection<String> values) {
        ArrayNode texts = JsonNodeFactory.instance.arrayNode();
        values.forEach(texts::add);
        return texts;
    }

    /**
     * Joins names as in a sentence: {@code a}, {@code a and b}, {@code a, b and c}.
     *
     * @param names the names
     * @param conjunction the word before the last name
     * @return the names in words
     */
    public static String joined(Collection<String> names, String conjunction) {
        List<String> all = List.copyOf(names);
        int last = all.size() - 1;
        return last <= 0
                ? String.join("", all)
                : String.join(", ", all.subList(0, last)) + " " + conjunction + " " + all.get(last);
    }
}
