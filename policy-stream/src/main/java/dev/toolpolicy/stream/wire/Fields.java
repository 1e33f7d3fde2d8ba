package dev.toolpolicy.stream.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.stream.StreamChunk.Usage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** What both codecs do with the members of objects. */
final class Fields {
    private Fields() {}

    /** Notes the members that aren't among the known ones, by their names behind a place. */
    static void unknown(String place, JsonNode object, Set<String> known, Map<String, JsonNode> unknown) {
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            if (!known.contains(member.getKey())) {
                unknown.put(place + member.getKey(), member.getValue());
            }
        }
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
        JsonNode value = object.path("index");
        if (value.isInt() && value.intValue() >= 0) {
            return value.intValue();
        }
        if (value.isNull() || value.isMissingNode()) {
            return -1;
        }
        throw new WireException("\"index\" is no index");
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
