package dev.toolpolicy.processor;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** How names in Java become names to models, and those names in Java again. */
final class Names {
    /** What every provider takes. */
    static final int LONGEST = 64;

    private Names() {}

    /** {@code maxBytes} as {@code max_bytes}, {@code URLPath} as {@code url_path}. */
    static String snakeCase(String name) {
        StringBuilder snake = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            if (startsWord(name, i)) {
                snake.append('_');
            }
            snake.append(name.charAt(i));
        }
        return snake.toString().toLowerCase(Locale.ROOT);
    }

    private static boolean startsWord(String name, int i) {
        if (i == 0 || !Character.isUpperCase(name.charAt(i)) || name.charAt(i - 1) == '_') {
            return false;
        }
        boolean endsAcronym = i + 1 < name.length() && Character.isLowerCase(name.charAt(i + 1));
        return !Character.isUpperCase(name.charAt(i - 1)) || endsAcronym;
    }

    /** Whether every provider takes this as a tool's name. */
    static boolean isToolName(String name) {
        return !name.isEmpty() && name.length() <= LONGEST && name.chars().allMatch(Names::isNameCharacter);
    }

    /** The nearest name to this one that every provider takes; empty if there is none, or if its letters are to be chosen. */
    static String mended(String name) {
        if (name.chars().anyMatch(c -> c > '~')) {
            return "";
        }
        StringBuilder mended = new StringBuilder();
        name.chars().limit(LONGEST).forEach(c -> mended.append(isNameCharacter(c) ? (char) c : '_'));
        return mended.chars().allMatch(c -> c == '_') ? "" : mended.toString();
    }

    private static boolean isNameCharacter(int c) {
        return isLetterOrDigit(c) || c == '_' || c == '-';
    }

    private static boolean isLetterOrDigit(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
    }

    /** A constant's name in Java. */
    static String constant(String name) {
        StringBuilder constant = new StringBuilder();
        name.chars().forEach(c -> constant.append(isLetterOrDigit(c) ? (char) c : '_'));
        String upper = constant.toString().toUpperCase(Locale.ROOT);
        return upper.isEmpty() || upper.equals("_") || Character.isDigit(upper.charAt(0)) ? "_" + upper : upper;
    }

    /** Hands out each name once: to the second who asks for it, with a number. */
    static final class Unique {
        private final Set<String> reserved;
        private final Set<String> taken;

        Unique(String... reserved) {
            this.reserved = Set.of(reserved);
            taken = new HashSet<>(this.reserved);
        }

        String claim(String name) {
            String unique = name;
            for (int i = 2; !taken.add(unique); i++) {
                unique = name + "_" + i;
            }
            return unique;
        }

        boolean isTaken(String name) {
            return taken.contains(name);
        }

        boolean isReserved(String name) {
            return reserved.contains(name);
        }
    }
}
