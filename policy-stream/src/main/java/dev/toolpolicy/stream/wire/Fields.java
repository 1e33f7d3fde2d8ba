package dev.toolpolicy.stream.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.stream.StreamChunk.Usage;
import java.util.LinkedHashMap;
import java.util.Map;

/** What both codecs do with the members of objects. */
final class Fields {
    private Fields() {}

    /** What a known member must be, unless it is null. */
    enum Kind {
        TEXT,
        FLAT,
        OBJECT,
        ARRAY,
        ANY,
        /** Its reader looks into it. */
        READ
    }

    /**
     * Checks an object's members: each known one must be what it is in the format. Notes those that aren't known, and those
     * in which a call is hidden, by their names behind a place.
     */
    static void check(String place, JsonNode object, Map<String, Kind> known, Map<String, JsonNode> unknown)
            throws WireException {
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            Kind kind = known.get(member.getKey());
            JsonNode value = member.getValue();
            if (kind == null || kind != Kind.READ && hidesCall(value)) {
                unknown.put(place + member.getKey(), value);
            } else if (!value.isNull() && !fits(value, kind)) {
                throw new WireException("\"" + place + member.getKey() + "\" must be " + word(kind));
            }
        }
    }

    private static boolean fits(JsonNode value, Kind kind) {
        return switch (kind) {
            case TEXT -> value.isTextual();
            case FLAT -> value.isValueNode();
            case OBJECT -> value.isObject();
            case ARRAY -> value.isArray();
            case ANY, READ -> true;
        };
    }

    private static String word(Kind kind) {
        return switch (kind) {
            case TEXT -> "text";
            case FLAT -> "a number, text or boolean";
            case OBJECT -> "an object";
            case ARRAY -> "an array";
            case ANY, READ -> "a value";
        };
    }

    /** Whether a call could be read in a value: it has a member for calls, or is a block of one. */
    private static boolean hidesCall(JsonNode value) {
        for (JsonNode element : value) {
            if (element.isContainerNode() && hidesCall(element)) {
                return true;
            }
        }
        return value.isObject()
                && (value.path("type").asText().endsWith("tool_use")
                        || value.hasNonNull("tool_calls")
                        || value.hasNonNull("function_call")
                        || value.hasNonNull("tool_use"));
    }

    /** An object, or nothing: null and an absent member are none. */
    static JsonNode object(JsonNode value, String name) throws WireException {
        if (value.isObject() || value.isNull() || value.isMissingNode()) {
            return value;
        }
        throw new WireException("\"" + name + "\" must be an object");
    }

    /**
     * A member that is a text, if it is there: whatever a client could make of another value, it isn't guessed here.
     */
    static String text(JsonNode object, String member) throws WireException {
        JsonNode value = object.path(member);
        if (value.isTextual()) {
            return value.textValue();
        }
        if (value.isNull() || value.isMissingNode()) {
            return "";
        }
        throw new WireException("\"" + member + "\" is no text");
    }

    /** A member "index", if it is there, else -1. */
    static int index(JsonNode object) throws WireException {
        return index(object, "index");
    }

    /** A member that is an index, if it is there, else -1. */
    static int index(JsonNode object, String member) throws WireException {
        JsonNode value = object.path(member);
        if (value.isInt() && value.intValue() >= 0) {
            return value.intValue();
        }
        if (value.isNull() || value.isMissingNode()) {
            return -1;
        }
        throw new WireException("\"" + member + "\" is no index");
    }

    static Usage usage(JsonNode usage) {
        Map<String, Long> counts = new LinkedHashMap<>();
        count("", usage, counts);
        return new Usage(counts);
    }

    private static void count(String place, JsonNode object, Map<String, Long> counts) {
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            String name = place + member.getKey();
            if (member.getValue().isObject()) {
                count(name + ".", member.getValue(), counts);
            } else if (member.getValue().canConvertToLong() && member.getValue().isIntegralNumber()) {
                counts.put(name, member.getValue().longValue());
            }
        }
    }
}
