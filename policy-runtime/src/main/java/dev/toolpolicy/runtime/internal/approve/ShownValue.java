package dev.toolpolicy.runtime.internal.approve;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A value as far as it is known; its kind is known from its first piece. Not thread-safe. */
final class ShownValue {
    /** The kind of a value; {@code NOTHING} before its first piece. */
    enum Kind {
        NOTHING,
        TEXT,
        LITERAL,
        OBJECT,
        ARRAY
    }

    private Kind kind = Kind.NOTHING;
    private boolean done;
    private final StringBuilder text = new StringBuilder();
    private final Map<String, ShownValue> members = new LinkedHashMap<>();
    private final List<ShownValue> elements = new ArrayList<>();

    /** Creates a complete value. */
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

    /** Reopens the value, since more may arrive. */
    void reopen() {
        done = false;
    }

    /** Returns the member with a name or the element with an index; creates it if needed. */
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

    /** Returns a string's text so far, or a number, a boolean or null as written. */
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
