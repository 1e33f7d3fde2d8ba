package dev.toolpolicy.internal.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.schema.ExactNumber;
import java.util.Map;
import java.util.TreeMap;

/**
 * A writer of JSON text that is the same for equal values: names sorted by UTF-16 code units, numbers by value, no
 * white space. Values nest no deeper than a call's arguments may.
 */
final class CanonicalJson {
    private CanonicalJson() {}

    static String write(JsonNode value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(JsonNode value, StringBuilder out) {
        if (value.isObject()) {
            writeObject(value, out);
        } else if (value.isArray()) {
            char before = '[';
            for (JsonNode element : value) {
                out.append(before);
                write(element, out);
                before = ',';
            }
            out.append(before == '[' ? "[]" : "]");
        } else if (value.isNumber()) {
            out.append(ExactNumber.of(value));
        } else {
            out.append(value);
        }
    }

    private static void writeObject(JsonNode value, StringBuilder out) {
        Map<String, JsonNode> sorted = new TreeMap<>();
        value.properties().forEach(field -> sorted.put(field.getKey(), field.getValue()));
        char before = '{';
        for (Map.Entry<String, JsonNode> field : sorted.entrySet()) {
            out.append(before).append(TextNode.valueOf(field.getKey())).append(':');
            write(field.getValue(), out);
            before = ',';
        }
        out.append(before == '{' ? "{}" : "}");
    }
}
