package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.runtime.store.StoreException;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Names of members as stored text holds them. Jackson writes half a surrogate pair in a name and refuses to read it, so
 * each is written as a NUL and four hexadecimal digits; so is a NUL. Names are keys that calls brought: a session must
 * not become unreadable by one.
 */
final class StoredMembers {
    /** What is in every text that has such a name in it. */
    static final String SIGN = "\\u0000";

    private static final char ESCAPE = '\0';
    private static final int DIGITS = 4;

    private StoredMembers() {}

    /** Returns a value with member names that can be read back: the value itself if all its names can. */
    static JsonNode write(JsonNode value) {
        return isPlain(value) ? value : renamed(value, StoredMembers::escaped);
    }

    /** Returns the original value. */
    static JsonNode read(JsonNode value) {
        return renamed(value, StoredMembers::unescaped);
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
        for (int i = 0; i < name.length(); i++) {
            if (isOdd(name, i)) {
                return false;
            }
        }
        return true;
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
                if (i + DIGITS >= written.length()) {
                    throw new StoreException("a stored name is damaged", null);
                }
                name.append((char) HexFormat.fromHexDigits(written, i + 1, i + 1 + DIGITS));
                i += DIGITS;
            } else {
                name.append(c);
            }
        }
        return name.toString();
    }
}
