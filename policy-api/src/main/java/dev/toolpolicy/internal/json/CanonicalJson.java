package dev.toolpolicy.internal.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.schema.ExactNumber;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * A writer of JSON text that is the same for equal values and differs for others. It is RFC 8785, except for numbers,
 * which are written by their exact value. Values nest no deeper than a call's arguments may.
 *
 * <ul>
 *   <li>Names are sorted by UTF-16 code units, and there is no white space.
 *   <li>Texts escape quotation mark, backslash and control characters, by the short form where there is one, else by
 *       four hexadecimal digits in lower case. RFC 8785 has no text for a surrogate without its pair; here it is
 *       escaped too.
 *   <li>A number is {@code 0}, or an optional sign, and digits without zeros at either end, times a power of ten. With
 *       the decimal point {@code m} places behind the start of the digits, it is written without exponent if {@code m}
 *       is from -5 to 40; else as the first digit, a point and the other digits if there are any, {@code e}, and
 *       {@code m - 1}.
 * </ul>
 */
final class CanonicalJson {
    private static final String SHORT_FORMS = "\"\\\b\t\n\f\r";
    private static final String SHORT_LETTERS = "\"\\btnfr";

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
        } else if (value.isTextual()) {
            writeText(value.textValue(), out);
        } else {
            out.append(value);
        }
    }

    private static void writeText(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int shortForm = SHORT_FORMS.indexOf(c);
            if (shortForm >= 0) {
                out.append('\\').append(SHORT_LETTERS.charAt(shortForm));
            } else if (c < ' ' || isLoneSurrogate(text, i)) {
                out.append("\\u").append(HexFormat.of().toHexDigits(c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    private static boolean isLoneSurrogate(String text, int index) {
        char c = text.charAt(index);
        if (Character.isHighSurrogate(c)) {
            return index + 1 == text.length() || !Character.isLowSurrogate(text.charAt(index + 1));
        }
        return Character.isLowSurrogate(c) && (index == 0 || !Character.isHighSurrogate(text.charAt(index - 1)));
    }

    private static void writeObject(JsonNode value, StringBuilder out) {
        Map<String, JsonNode> sorted = new TreeMap<>();
        value.properties().forEach(field -> sorted.put(field.getKey(), field.getValue()));
        char before = '{';
        for (Map.Entry<String, JsonNode> field : sorted.entrySet()) {
            out.append(before);
            writeText(field.getKey(), out);
            out.append(':');
            write(field.getValue(), out);
            before = ',';
        }
        out.append(before == '{' ? "{}" : "}");
    }
}
