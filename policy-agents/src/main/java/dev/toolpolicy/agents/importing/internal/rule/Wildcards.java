package dev.toolpolicy.agents.importing.internal.rule;

import java.util.LinkedHashSet;
import java.util.Set;

/** Patterns of hosts that have more wildcards than a star. Stateless. */
public final class Wildcards {
    private static final String MORE = "?[]{}";

    private Wildcards() {}

    /** Returns whether a pattern has a wildcard other than a star. */
    public static boolean hasMore(String pattern) {
        return pattern.chars().anyMatch(c -> MORE.indexOf(c) >= 0);
    }

    /** Returns whether a text has neither a wildcard nor an escape. */
    public static boolean isLiteral(String text) {
        return text.chars().noneMatch(c -> c == '*' || c == '\\' || MORE.indexOf(c) >= 0);
    }

    /** Returns a pattern with stars only that matches at least the same texts, for rules that deny or ask. */
    public static String widened(String pattern) {
        StringBuilder wide = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            int close = c == '[' ? pattern.lastIndexOf(']') : c == '{' ? pattern.lastIndexOf('}') : i;
            boolean isWildcard = MORE.indexOf(c) >= 0;
            wide.append(isWildcard ? '*' : c);
            i = close < i ? pattern.length() : close;
        }
        return wide.toString();
    }

    /**
     * Returns the patterns of what may follow a folder in the texts that a pattern matches. Its stars take slashes too.
     * Leaves out what a pattern that begins with a star says of relative paths already.
     *
     * @param pattern a pattern for absolute paths
     * @param folder the absolute path of the folder, with a slash at its end
     */
    static Set<String> below(String pattern, String folder) {
        String wide = PathGlobs.single(widened(pattern), '*');
        Set<Integer> at = Set.of(0);
        for (char c : folder.toCharArray()) {
            Set<Integer> next = new LinkedHashSet<>();
            for (int start : at) {
                boolean star = start < wide.length() && wide.charAt(start) == '*';
                int behind = star ? start + 1 : start;
                if (star) {
                    next.add(start);
                }
                if (behind < wide.length() && wide.charAt(behind) == c) {
                    next.add(behind + 1);
                }
            }
            at = next;
        }
        Set<String> rests = new LinkedHashSet<>();
        for (int start : at) {
            boolean isRelativeToo =
                    wide.startsWith("*") && wide.substring(0, start).chars().allMatch(c -> c == '*' || c == '/');
            if (!isRelativeToo && start < wide.length()) {
                rests.add(wide.substring(start));
            }
        }
        return rests;
    }
}
