package dev.toolpolicy.runtime.internal.approve;

import dev.toolpolicy.internal.text.VisibleText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The arguments in the style of a function call, on one line. */
record FunctionText(ArgumentDisplay.Settings settings, Predicate<Place> decides) {
    private static final String MORE = VisibleText.MORE;

    String arguments(ShownValue root, Place place) {
        return "(" + String.join(", ", members(root, place, false)) + ")";
    }

    Map<String, String> parameters(ShownValue root, Place place) {
        Map<String, String> shown = new LinkedHashMap<>();
        root.members().forEach((name, value) -> shown.put(ShownText.name(name), value(value, place.member(name))));
        return Collections.unmodifiableMap(shown);
    }

    private String value(ShownValue value, Place place) {
        return switch (value.kind()) {
            case NOTHING -> MORE;
            case LITERAL -> VisibleText.line(value.text());
            case TEXT -> text(value, place);
            case OBJECT -> "{" + String.join(", ", members(value, place, true)) + "}";
            case ARRAY -> "[" + String.join(", ", elements(value, place)) + "]";
        };
    }

    private List<String> members(ShownValue value, Place place, boolean quoted) {
        List<String> parts = new ArrayList<>();
        boolean open = !value.isDone();
        int room = decides.test(place) || place.steps().isEmpty() ? Integer.MAX_VALUE : settings.members();
        for (Map.Entry<String, ShownValue> each : value.members().entrySet()) {
            if (parts.size() == room) {
                break;
            }
            String name = quoted ? VisibleText.quoted(each.getKey()) : ShownText.name(each.getKey());
            parts.add(name + ": " + value(each.getValue(), place.member(each.getKey())));
            open = !value.isDone() && each.getValue().isDone();
        }
        return ended(parts, open, value.members().size());
    }

    private List<String> elements(ShownValue value, Place place) {
        List<String> parts = new ArrayList<>();
        int count = value.elements().size();
        int room = decides.test(place) ? count : Math.min(count, settings.members());
        for (int i = 0; i < room; i++) {
            parts.add(value(value.elements().get(i), place.element(i)));
        }
        boolean open = !value.isDone()
                && (count == 0 || value.elements().get(count - 1).isDone());
        return ended(parts, open, count);
    }

    /** Says that there are more than are shown, or that the next hasn't begun to arrive. */
    private static List<String> ended(List<String> parts, boolean open, int count) {
        if (count > parts.size()) {
            parts.add(MORE + " " + (count - parts.size()) + (open ? " more so far" : " more"));
        } else if (open) {
            parts.add(MORE);
        }
        return parts;
    }

    private String text(ShownValue value, Place place) {
        CharSequence text = value.text();
        boolean whole = decides.test(place);
        if (!value.isDone()) {
            int end = whole ? text.length() : place.large() ? 0 : ShownText.cut(text, settings.text());
            String head = end == 0 ? "" : VisibleText.quoted(text.subSequence(0, end)) + " ";
            return head + MORE + " " + ShownText.size(text) + " so far";
        }
        int end = whole ? text.length() : ShownText.cut(text, settings.text());
        String shown = VisibleText.quoted(text.subSequence(0, end));
        String sized = end == text.length() ? shown : shown + MORE + " (" + ShownText.size(text) + ")";
        return sized
                + place.normalForm(text, settings.paths())
                        .map(note -> " (= " + note + ")")
                        .orElse("");
    }
}
