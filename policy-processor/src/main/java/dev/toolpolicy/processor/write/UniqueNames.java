package dev.toolpolicy.processor.write;

import dev.toolpolicy.processor.mirror.Names;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** The names in a generated class. Each name is given out once; later claims of it get a number. */
final class UniqueNames {
    private final Set<String> reserved;
    private final Set<String> taken;

    UniqueNames(String... reserved) {
        this.reserved = Set.of(reserved);
        taken = new HashSet<>(this.reserved);
    }

    /** Returns the constant name for a JSON name: {@code x-URL} becomes {@code X_URL}. */
    static String constant(String name) {
        StringBuilder constant = new StringBuilder();
        name.chars().forEach(c -> constant.append(Names.isLetterOrDigit(c) ? (char) c : '_'));
        String upper = constant.toString().toUpperCase(Locale.ROOT);
        return upper.isEmpty() || upper.equals("_") || Character.isDigit(upper.charAt(0)) ? "_" + upper : upper;
    }

    /** Takes a name, or the name with the first free number: {@code PATH}, {@code PATH_2}. */
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
