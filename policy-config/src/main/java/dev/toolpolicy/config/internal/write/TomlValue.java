package dev.toolpolicy.config.internal.write;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** JSON values as TOML. Stateless. */
public final class TomlValue {
    private TomlValue() {}

    /** Returns a value in one line. */
    public static String of(JsonNode value) {
        List<String> parts = new ArrayList<>();
        if (value.isArray()) {
            value.forEach(each -> parts.add(of(each)));
            return "[" + String.join(", ", parts) + "]";
        } else if (value.isObject()) {
            value.properties().forEach(each -> parts.add(key(each.getKey()) + " = " + of(each.getValue())));
            return parts.isEmpty() ? "{}" : "{ " + String.join(", ", parts) + " }";
        }
        return value.isTextual() ? string(value.textValue()) : value.isPojo() ? value.asText() : value.toString();
    }

    /** Returns a key, in quotes if it must be. */
    public static String key(String name) {
        boolean bare = !name.isEmpty()
                && name.chars().allMatch(c -> c == '_' || c == '-' || c < 128 && Character.isLetterOrDigit(c));
        return bare ? name : string(name);
    }

    /**
     * Returns a string, without escapes where that is plainer. Other characters than printable ASCII are escaped, so that
     * a reader sees what it is.
     */
    public static String string(String text) {
        if (text.indexOf('\\') >= 0 && text.indexOf('\'') < 0 && text.chars().allMatch(c -> c >= ' ' && c < 127)) {
            return "'" + text + "'";
        }
        StringBuilder string = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                string.append('\\').appendCodePoint(c);
            } else if (c >= ' ' && c < 127) {
                string.appendCodePoint(c);
            } else {
                string.append(
                        c < 0x10000
                                ? String.format(Locale.ROOT, "\\u%04X", c)
                                : String.format(Locale.ROOT, "\\U%08X", c));
            }
        });
        return string.append('"').toString();
    }
}
