package dev.toolpolicy.agents.importing.internal.rule;

import dev.toolpolicy.annotation.Mode;
import java.util.ArrayList;
import java.util.List;

/**
 * Paths of hosts whose {@code *} is any characters, {@code /} too.
 *
 * @param settings where the workspace is
 * @param mode what the rule with the path answers
 * @param absolute whether the host compares them with absolute paths
 * @param ignoresCase whether case doesn't matter
 */
public record CrossingPaths(ReadSettings settings, Mode mode, boolean absolute, boolean ignoresCase) {
    /** Returns a text with {@code *} and {@code ?} as our glob, in which other characters are themselves. */
    public static String text(String pattern) {
        return LineRegex.escaped(pattern, "[]{}\\");
    }

    /** Returns what a pattern says. */
    public Form form(String pattern) {
        boolean allows = mode == Mode.ALLOW;
        if (pattern.startsWith("~") || pattern.startsWith("$HOME")) {
            return home(pattern);
        }
        String root = settings.workspace().isEmpty() ? "" : settings.workspace() + "/";
        if (pattern.startsWith("/")) {
            boolean inside = !root.isEmpty() && pattern.startsWith(root);
            if (allows && !(inside && absolute)) {
                return new Form.Unsaid("paths outside of the workspace are never cleared");
            }
            return inside
                    ? new Form.PathRegex(List.of("^" + regex(pattern.substring(root.length())) + "$"), "")
                    : stopped("^" + regex(pattern) + "$", pattern);
        }
        boolean anywhere = pattern.startsWith("*");
        if (allows && absolute && !anywhere) {
            return new Form.Unsaid("it is compared with absolute paths, which begin with /");
        }
        String body = pattern.startsWith("./") ? pattern.substring(2) : pattern;
        String regex = "^" + regex(body) + "$";
        String behindStars = behindStars(body);
        if (!allows && anywhere && behindStars.startsWith("/")) {
            regex = "^(.*/)?" + regex(behindStars.substring(1)) + "$";
        }
        return allows ? new Form.PathRegex(List.of(regex), "") : stopped(regex, anywhere ? pattern : "");
    }

    /** Returns the form of a stricter rule, which is about absolute paths in the workspace too. */
    private Form stopped(String regex, String absolutePattern) {
        List<String> regexes = new ArrayList<>(List.of(regex));
        settings.below(absolutePattern).forEach(rest -> regexes.add("^" + regex(rest) + "$"));
        return new Form.PathRegex(regexes, "");
    }

    private static String behindStars(String body) {
        int start = 0;
        while (start < body.length() && body.charAt(start) == '*') {
            start++;
        }
        return body.substring(start);
    }

    private Form home(String pattern) {
        String below = pattern.substring(pattern.startsWith("~") ? 1 : "$HOME".length());
        if (mode == Mode.ALLOW) {
            return new Form.Unsaid("paths outside of the workspace are never cleared");
        } else if (!settings.hasHome() || !below.isEmpty() && !below.startsWith("/")) {
            return new Form.Unsaid("the home directory isn't known");
        }
        String full = settings.home() + below;
        return stopped("^" + LineRegex.literal(settings.home()) + regex(below) + "$", full);
    }

    /** Returns what the author of a pattern may not know; empty if it looks right. */
    public String finding(String pattern) {
        boolean misses = absolute && !pattern.startsWith("*") && !pattern.startsWith("/") && !pattern.startsWith("~");
        return misses ? "it is compared with absolute paths, so it misses them: write */" + pattern : "";
    }

    private String regex(String pattern) {
        StringBuilder regex = new StringBuilder();
        for (char c : PathGlobs.single(pattern, '*').toCharArray()) {
            regex.append(c == '*' ? "[^]*" : c == '?' ? "[^]" : literal(String.valueOf(c)));
        }
        return regex.toString();
    }

    private String literal(String text) {
        if (!ignoresCase) {
            return LineRegex.literal(text);
        }
        StringBuilder regex = new StringBuilder();
        text.codePoints().forEach(c -> {
            String lower = new String(Character.toChars(Character.toLowerCase(c)));
            String upper = new String(Character.toChars(Character.toUpperCase(c)));
            regex.append(lower.equals(upper) ? LineRegex.literal(lower) : "[" + lower + upper + "]");
        });
        return regex.toString();
    }
}
