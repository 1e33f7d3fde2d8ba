package dev.toolpolicy.analysis.internal.lint;

import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The strings that are command lines or URLs, as their names or other rules of the list show. Immutable. */
final class TextPlaces {
    private static final Set<String> COMMANDS = Set.of("command", "cmd", "script", "shell");
    private static final Set<String> URLS = Set.of("url", "uri", "link", "endpoint", "href");

    /** The rules that read a place by commands, or by host. */
    private final Map<Matcher.Kind, Map<ArgumentPointer, Set<Integer>>> readers = new EnumMap<>(Matcher.Kind.class);

    TextPlaces(List<List<Place>> places) {
        places.stream().flatMap(List::stream).filter(Place::isArgument).forEach(this::note);
    }

    private void note(Place place) {
        for (Matcher.Kind kind : List.of(Matcher.Kind.COMMANDS, Matcher.Kind.HOST)) {
            if (place.hasMatcher(kind)) {
                readers.computeIfAbsent(kind, unused -> new HashMap<>())
                        .computeIfAbsent(place.pointer(), unused -> new HashSet<>())
                        .add(place.index());
            }
        }
    }

    /** Returns whether a rule's string is a command line. */
    boolean isCommand(Place place) {
        return COMMANDS.contains(name(place.pointer()).toLowerCase(Locale.ROOT))
                || isRead(Matcher.Kind.COMMANDS, place);
    }

    /** Returns whether a rule's string is a URL. */
    boolean isUrl(Place place) {
        return isNamed(place.pointer(), URLS) || isRead(Matcher.Kind.HOST, place);
    }

    /** Returns whether another rule reads a string by a matcher. */
    private boolean isRead(Matcher.Kind kind, Place place) {
        return readers.getOrDefault(kind, Map.of()).getOrDefault(place.pointer(), Set.of()).stream()
                .anyMatch(other -> other != place.index());
    }

    private static String name(ArgumentPointer pointer) {
        List<String> segments = pointer.segments();
        return segments.get(segments.size() - 1);
    }

    /** Returns whether the last word of a parameter's name, also in the plural, is one of some words. */
    static boolean isNamed(ArgumentPointer pointer, Set<String> words) {
        String name = name(pointer);
        int start = name.length();
        while (start > 0 && Character.isLowerCase(name.charAt(start - 1))) {
            start--;
        }
        boolean isCamel = start > 0 && Character.isUpperCase(name.charAt(start - 1));
        String word = name.substring(isCamel ? start - 1 : start).toLowerCase(Locale.ROOT);
        return words.contains(name.toLowerCase(Locale.ROOT))
                || words.contains(word)
                || word.endsWith("s") && words.contains(word.substring(0, word.length() - 1));
    }
}
