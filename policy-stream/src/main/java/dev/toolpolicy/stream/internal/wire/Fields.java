package dev.toolpolicy.stream.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.text.ResourceText;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.internal.adapter.ChatCompletionsCalls;
import dev.toolpolicy.stream.StreamChunk;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Readers of members of objects, for all codecs. */
final class Fields {
    /** The members in which formats have the arguments of a call, beside its name. */
    private static final Set<String> ARGUMENTS = Set.of("arguments", "args", "input", "parameters");

    private static final Map<String, Map<String, Map<String, Kind>>> TABLES = tables();

    private Fields() {}

    /** The type of a known member that is not null. */
    enum Kind {
        TEXT,
        FLAT,
        OBJECT,
        ARRAY,
        ANY,
        /** Its reader looks into it. */
        READ
    }

    /** Returns the objects of a table of the wire formats, each with its known members and their kinds. */
    static Map<String, Map<String, Kind>> table(String name) {
        return Objects.requireNonNull(TABLES.get(name));
    }

    /** Returns the known members of one object in a table, with their kinds. */
    static Map<String, Kind> members(String table, String object) {
        return Objects.requireNonNull(table(table).get(object));
    }

    /** Reads the tables from the file next to this class. Two lines of one object are one. */
    private static Map<String, Map<String, Map<String, Kind>>> tables() {
        Map<String, Map<String, Map<String, Kind>>> tables = new HashMap<>();
        for (String line : ResourceText.of(Fields.class, "members.txt").split("\n")) {
            if (!line.isEmpty() && !line.startsWith("#")) {
                String[] words = line.split(" ");
                Map<String, Kind> members = tables.computeIfAbsent(words[0], table -> new HashMap<>())
                        .computeIfAbsent(words[1], object -> new HashMap<>());
                for (String word : List.of(words).subList(2, words.length)) {
                    int at = word.indexOf('=');
                    members.put(word.substring(0, at), Kind.valueOf(word.substring(at + 1)));
                }
            }
        }
        return tables;
    }

    /**
     * Checks an object's members: each known one must be what it is in the format. Notes those that aren't known, and
     * those in which a call is hidden, by their names behind a place. Some readers don't see the case of names.
     */
    static void check(String place, JsonNode object, Map<String, Kind> known, Map<String, JsonNode> unknown)
            throws WireException {
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            Kind kind = known.get(member.getKey());
            JsonNode value = member.getValue();
            if (kind == null && known.keySet().stream().anyMatch(member.getKey()::equalsIgnoreCase)) {
                throw new WireException(VisibleText.quoted(place + member.getKey(), VisibleText.NAME)
                        + " differs from a known member by case");
            }
            if (kind != null && !value.isNull() && !fits(value, kind)) {
                throw new WireException("\"" + place + member.getKey() + "\" must be " + word(kind));
            }
            if (kind == null || kind != Kind.READ && hidesCall(value)) {
                note(unknown, place + member.getKey(), value);
            }
        }
    }

    /**
     * Notes a field that isn't known. A field whose name is noted already has a number behind its name, so that each is
     * kept.
     */
    static void note(Map<String, JsonNode> unknown, String name, JsonNode value) {
        String free = name;
        for (int i = unknown.size(); unknown.putIfAbsent(free, value) != null; i++) {
            free = name + "#" + i;
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

    /**
     * Returns whether a client could read a call in a value: it has a member for calls, or is a block of a call, or has
     * a name and arguments.
     */
    static boolean hidesCall(JsonNode value) {
        for (JsonNode element : value) {
            if (element.isContainerNode() && hidesCall(element)) {
                return true;
            }
        }
        String type = value.path("type").asText();
        return value.isObject()
                && (type.endsWith("tool_use")
                        || type.endsWith("_call")
                        || value.hasNonNull("tool_calls")
                        || value.hasNonNull("function_call")
                        || value.hasNonNull("tool_use")
                        || value.path("name").isTextual() && ARGUMENTS.stream().anyMatch(value::hasNonNull));
    }

    /** Returns a member that is an array; empty if it is null or missing. */
    static JsonNode array(JsonNode value, String name) throws WireException {
        if (value.isArray() || value.isNull() || value.isMissingNode()) {
            return value;
        }
        throw new WireException("\"" + name + "\" must be an array");
    }

    /** Returns a member that is an object; empty if it is null or missing. */
    static JsonNode object(JsonNode value, String name) throws WireException {
        if (value.isObject() || value.isNull() || value.isMissingNode()) {
            return value;
        }
        throw new WireException("\"" + name + "\" must be an object");
    }

    /**
     * Returns a member that is a text, or empty if it is missing. Other values are errors, since clients may read them
     * differently.
     */
    static String text(JsonNode object, String member) throws WireException {
        JsonNode value = object.path(member);
        if (value.isTextual()) {
            return value.textValue();
        }
        if (value.isNull() || value.isMissingNode()) {
            return "";
        }
        throw new WireException("\"" + member + "\" is not a text");
    }

    /** Returns the member "index", or -1 if it is missing. */
    static int index(JsonNode object) throws WireException {
        return index(object, "index");
    }

    /** Returns a member that is an index, or -1 if it is missing. */
    static int index(JsonNode object, String member) throws WireException {
        JsonNode value = object.path(member);
        if (value.isInt() && value.intValue() >= 0) {
            return value.intValue();
        }
        if (value.isNull() || value.isMissingNode()) {
            return -1;
        }
        throw new WireException("\"" + member + "\" is not an index");
    }

    /** Returns a finish reason that its format doesn't know: a truncation, also where another format knows the word. */
    static String unknownReason(String said) {
        return ChatCompletionsCalls.completes(said) ? StreamChunk.LENGTH : said;
    }

    static Map<String, Long> usage(JsonNode usage) {
        Map<String, Long> counts = new LinkedHashMap<>();
        count("", usage, counts);
        return counts;
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
