package dev.toolpolicy.lab.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A JSON object of a vector, read strictly: a member that is missing, of another kind, or that is unknown is an
 * error. {@link #end} says that all has been read.
 */
final class Members {
    private final String place;
    private final JsonNode object;
    private final Set<String> read = new HashSet<>();

    Members(String place, JsonNode object) {
        if (!object.isObject()) {
            throw new VectorException((place.isEmpty() ? "a vector" : place) + " is not an object");
        }
        this.place = place;
        this.object = object;
    }

    boolean has(String name) {
        return object.has(name);
    }

    /** Returns a member that must be there, of any kind. */
    JsonNode value(String name) {
        JsonNode value = object.get(name);
        if (value == null) {
            throw new VectorException(at(name) + " is missing");
        }
        read.add(name);
        return value;
    }

    String text(String name) {
        return text(at(name), value(name));
    }

    private static String text(String place, JsonNode value) {
        if (!value.isTextual()) {
            throw new VectorException(place + " is not a string");
        }
        return value.textValue();
    }

    long count(String name) {
        JsonNode value = value(name);
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 0) {
            throw new VectorException(at(name) + " is not a count");
        }
        return value.longValue();
    }

    List<JsonNode> list(String name) {
        JsonNode value = value(name);
        if (!value.isArray()) {
            throw new VectorException(at(name) + " is not an array");
        }
        List<JsonNode> elements = new ArrayList<>();
        value.forEach(elements::add);
        return elements;
    }

    List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        for (JsonNode element : list(name)) {
            texts.add(text(at(name) + "/" + texts.size(), element));
        }
        return texts;
    }

    /** Returns the elements of an array, each of which is an object. */
    List<Members> objects(String name) {
        List<Members> objects = new ArrayList<>();
        for (JsonNode element : list(name)) {
            objects.add(new Members(at(name) + "/" + objects.size(), element));
        }
        return objects;
    }

    Members object(String name) {
        return new Members(at(name), value(name));
    }

    /** Returns all members. */
    Set<Map.Entry<String, JsonNode>> all() {
        object.fieldNames().forEachRemaining(read::add);
        return object.properties();
    }

    /** Ends the reading of this object, and throws if a member is left. */
    void end() {
        object.fieldNames().forEachRemaining(name -> {
            if (!read.contains(name)) {
                throw new VectorException(at(name) + " is unknown");
            }
        });
    }

    String at(String name) {
        return place + "/" + name;
    }

    String place() {
        return place;
    }
}
