package dev.toolpolicy.runtime.internal.approve;

import dev.toolpolicy.internal.text.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The arguments as JSON text, with notes on what is still arriving or was cut. For one use. */
final class JsonText {
    private static final String INDENT = "  ";

    private final ArgumentDisplay.Settings settings;
    private final Predicate<Place> decides;
    private final StringBuilder out = new StringBuilder();
    private final List<String> arriving = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    JsonText(ArgumentDisplay.Settings settings, Predicate<Place> decides) {
        this.settings = settings;
        this.decides = decides;
    }

    ArgumentDisplay.Json of(ShownValue root, Place place) {
        write(root, place, "\n");
        if (!root.isDone() && arriving.isEmpty()) {
            arriving.add("more arguments, or the end");
        }
        if (!arriving.isEmpty()) {
            notes.add(0, "still arriving: " + String.join(", ", arriving));
        }
        return new ArgumentDisplay.Json(out.toString(), notes);
    }

    private void write(ShownValue value, Place place, String line) {
        switch (value.kind()) {
            case OBJECT -> object(value, place, line);
            case ARRAY -> array(value, place, line);
            case TEXT -> text(value, place);
            case LITERAL, NOTHING -> out.append(VisibleText.line(value.text()));
        }
    }

    private void object(ShownValue value, Place place, String line) {
        out.append('{');
        int count = 0;
        int room = decides.test(place) || place.steps().isEmpty() ? Integer.MAX_VALUE : settings.members();
        for (Map.Entry<String, ShownValue> each : value.members().entrySet()) {
            Place member = place.member(each.getKey());
            if (count == room) {
                cut(place, room, value.members().size(), "members");
                break;
            }
            if (take(each.getValue(), member)) {
                out.append(count++ == 0 ? "" : ",")
                        .append(line)
                        .append(INDENT)
                        .append(VisibleText.quoted(each.getKey()))
                        .append(": ");
                write(each.getValue(), member, line + INDENT);
            }
        }
        out.append(count == 0 ? "" : line).append('}');
        open(value, place);
    }

    private void array(ShownValue value, Place place, String line) {
        out.append('[');
        int size = value.elements().size();
        int room = decides.test(place) ? size : Math.min(size, settings.members());
        int count = 0;
        for (int i = 0; i < room; i++) {
            if (take(value.elements().get(i), place.element(i))) {
                out.append(count++ == 0 ? "" : ",").append(line).append(INDENT);
                write(value.elements().get(i), place.element(i), line + INDENT);
            }
        }
        if (room < size) {
            cut(place, room, size, "elements");
        }
        out.append(count == 0 ? "" : line).append(']');
        open(value, place);
    }

    private boolean take(ShownValue value, Place place) {
        boolean known =
                value.isDone() || value.kind() == ShownValue.Kind.OBJECT || value.kind() == ShownValue.Kind.ARRAY;
        if (!known) {
            arriving.add(place.shown()
                    + (value.kind() == ShownValue.Kind.TEXT ? " (" + ShownText.size(value.text()) + " so far)" : ""));
        }
        return known;
    }

    private void open(ShownValue value, Place place) {
        if (!value.isDone() && !place.steps().isEmpty()) {
            arriving.add("more of " + place.shown());
        }
    }

    private void cut(Place place, int shown, int all, String what) {
        notes.add("cut: " + place.shown() + " shows " + shown + " of " + all + " " + what);
    }

    private void text(ShownValue value, Place place) {
        CharSequence text = value.text();
        int end = decides.test(place) ? text.length() : ShownText.cut(text, settings.text());
        out.append(VisibleText.quoted(text.subSequence(0, end)));
        if (end < text.length()) {
            notes.add("cut: " + place.shown() + " shows " + end + " of " + ShownText.size(text));
        }
        place.normalForm(text, settings.paths())
                .ifPresent(note -> notes.add("path: " + place.shown() + " means " + note));
    }
}
