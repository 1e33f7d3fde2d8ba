package dev.toolpolicy.runtime.turn;

import java.util.Locale;
import java.util.Set;

/** The kind of a handler's failure in words: {@code no such file}, not the name of a class. */
final class FailureWords {
    /** Names that say nothing beside the message. */
    private static final Set<String> GENERAL = Set.of("", "runtime", "illegal state", "illegal argument", "assertion");

    private FailureWords() {}

    static String of(Throwable failure) {
        String name = failure.getClass().getSimpleName();
        for (String end : new String[] {"Exception", "Error"}) {
            name = name.endsWith(end) ? name.substring(0, name.length() - end.length()) : name;
        }
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean begins = Character.isUpperCase(c)
                    && i > 0
                    && (Character.isLowerCase(name.charAt(i - 1))
                            || i + 1 < name.length() && Character.isLowerCase(name.charAt(i + 1)));
            words.append(begins ? " " : "").append(c);
        }
        String kind = words.toString().toLowerCase(Locale.ROOT);
        return GENERAL.contains(kind) ? "" : kind;
    }
}
