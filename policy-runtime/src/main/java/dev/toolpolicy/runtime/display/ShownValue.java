package dev.toolpolicy.runtime.display;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A value as far as it is known: its kind comes with its first piece. Not thread-safe. */
final class ShownValue {
    /** What a value is; {@code NOTHING} is known before its first piece. */
    enum Kind { NOTHING, TEXT, LITERAL, OBJECT, ARRAY }

    private Kind kind = Kind.NOTHING;
    private boolean done;
    private final StringBuilder text = new StringBuilder();
    private final Map<String, ShownValue> members = new LinkedHashMap<>();
    private final List<ShownValue> elements = new ArrayList<>();

    /** A value that is known. */
    static ShownValue of(JsonNode known) {
        ShownValue value = new ShownValue();
        value.done = true;
        if (known.isObject()) {
            value.kind = Kind.OBJECT;
            known.properties().forEach(each -> value.members.put(each.getKey(), of(each.getValue())));
        } else if (known.isArray()) {
            value.kind = Kind.ARRAY;
            known.forEach(each -> value.elements.add(of(each)));
        } else if (known.isTextual()) {
            value.text(known.textValue());
        } else {
            value.literal(known.toString());
        }
        return value;
    }

    void text(String piece) {
        kind = Kind.TEXT;
        text.append(piece);
    }

    void literal(String written) {
        kind = Kind.LITERAL;
        text.setLength(0);
        text.append(written);
    }

    void container(boolean array) {
        kind = array ? Kind.ARRAY : Kind.OBJECT;
    }

    void end() {
        done = true;
    }

    /** More may come after all. */
    void reopen() {
        done = false;
    }

    /** The member or element of a name or an index, made if it isn't known. */
    ShownValue at(@Nullable String name, int index) {
        container(name == null);
        if (name != null) {
            return members.computeIfAbsent(name, unknown -> new ShownValue());
        }
        while (elements.size() <= index) {
            elements.add(new ShownValue());
        }
        return elements.get(index);
    }

    Kind kind() {
        return kind;
    }

    boolean isDone() {
        return done;
    }

    /** A string's text so far, or a number, a boolean or null as it is written. */
    CharSequence text() {
        return text;
    }

    Map<String, ShownValue> members() {
        return members;
    }

    List<ShownValue> elements() {
        return elements;
    }
}
