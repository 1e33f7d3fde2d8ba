package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.runtime.store.StoreException;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Parts as stores hold them: JSON text in ASCII, so that no database refuses a NUL or half a surrogate pair in it, or
 * reads it by another character set. What is written can be read.
 */
public final class StoredJson {
    /** Names and numbers may be of any length here: a part is limited as a whole, when it is written. */
    private static final StrictJson READER = StrictJson.standard().ofAnyLength();

    private static final JsonMapper WRITER = JsonMapper.builder(JsonFactory.builder()
                    .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
                    .build())
            .build();

    /**
     * The sign of a text with escaped names. Jackson writes half a surrogate pair in a name and refuses to read it, so
     * each is written as a NUL and four hexadecimal digits; so is a NUL. Names are keys that calls brought: a session
     * must not become unreadable by one.
     */
    private static final String SIGN = "\\u0000";

    private static final char ESCAPE = '\0';
    private static final int DIGITS = 4;

    private StoredJson() {}

    /**
     * Returns the text of a part.
     *
     * @throws StoreException if it is not a JSON value, nests too deep or has more than {@code longest} characters
     */
    public static String write(String part, JsonNode value, int longest) {
        if (!isJson(value)) {
            throw new StoreException("part \"" + part + "\" is not a JSON value", null);
        }
        String text;
        try {
            text = WRITER.writeValueAsString(isPlain(value) ? value : renamed(value, StoredJson::escaped));
        } catch (JsonProcessingException e) {
            throw new StoreException("part \"" + part + "\" can't be written as JSON", e);
        }
        if (text.length() > longest) {
            throw new StoreException(
                    "part \"" + part + "\" has " + text.length() + " characters of JSON text, and " + longest
                            + " are the most that is stored",
                    null);
        }
        return text;
    }

    /**
     * Returns whether Jackson reads the value back as it writes it. It doesn't for infinite numbers, NaN, bytes and
     * Java objects.
     */
    private static boolean isJson(JsonNode value) {
        if (value.isDouble() || value.isFloat()) {
            return Double.isFinite(value.doubleValue());
        }
        if (value.isContainerNode()) {
            for (JsonNode child : value) {
                if (!isJson(child)) {
                    return false;
                }
            }
            return true;
        }
        return !value.isPojo() && !value.isBinary() && !value.isMissingNode();
    }

    /**
     * Reads a part.
     *
     * @throws StoreException if it holds none
     */
    public static JsonNode read(String part, String text) {
        try {
            JsonNode value = READER.read(text);
            return text.contains(SIGN) ? renamed(value, StoredJson::unescaped) : value;
        } catch (MalformedJsonException e) {
            // Its reason may name a member or show a character of what a policy remembers.
            String place = " from character " + (e.offset() + 1) + " on";
            throw new StoreException("the stored part \"" + part + "\" is not JSON" + place, null);
        }
    }

    private static boolean isPlain(JsonNode value) {
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            if (!isPlain(member.getKey())) {
                return false;
            }
        }
        for (JsonNode child : value) {
            if (child.isContainerNode() && !isPlain(child)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPlain(String name) {
        return IntStream.range(0, name.length()).noneMatch(i -> isOdd(name, i));
    }

    private static boolean isOdd(String name, int i) {
        char c = name.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 == name.length() || !Character.isLowSurrogate(name.charAt(i + 1));
        }
        return c == ESCAPE || Character.isLowSurrogate(c) && (i == 0 || !Character.isHighSurrogate(name.charAt(i - 1)));
    }

    private static JsonNode renamed(JsonNode value, UnaryOperator<String> rename) {
        if (value.isObject()) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            value.properties()
                    .forEach(member -> object.set(rename.apply(member.getKey()), renamed(member.getValue(), rename)));
            return object;
        }
        if (value.isArray()) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            value.forEach(child -> array.add(renamed(child, rename)));
            return array;
        }
        return value;
    }

    private static String escaped(String name) {
        StringBuilder written = new StringBuilder(name.length() + DIGITS);
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (isOdd(name, i)) {
                written.append(ESCAPE).append(HexFormat.of().toHexDigits(c));
            } else {
                written.append(c);
            }
        }
        return written.toString();
    }

    private static String unescaped(String written) {
        StringBuilder name = new StringBuilder(written.length());
        for (int i = 0; i < written.length(); i++) {
            char c = written.charAt(i);
            if (c == ESCAPE) {
                try {
                    name.append((char) HexFormat.fromHexDigits(written, i + 1, i + 1 + DIGITS));
                } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                    throw new StoreException("a stored name is damaged", null);
                }
                i += DIGITS;
            } else {
                name.append(c);
            }
        }
        return name.toString();
    }
}
