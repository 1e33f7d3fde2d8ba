package dev.toolpolicy.agents.importing.internal.rule;

import java.util.ArrayList;
import java.util.List;

/** Globs of other hosts in our syntax. Stateless. */
public final class PathGlobs {
    private PathGlobs() {}

    /**
     * Returns a glob in which braces are characters, as in {@code .gitignore}. A star beside others in a component is
     * one star. Empty if its brackets aren't closed.
     */
    static String escaped(String glob) {
        return convert(glob, true);
    }

    /** Returns a glob in which braces are alternatives. Empty if its brackets or braces can't be read. */
    static String withBraces(String glob) {
        return convert(glob, false);
    }

    /** Returns a text with one character in place of several of it in a row. */
    static String single(String text, char repeated) {
        StringBuilder single = new StringBuilder();
        for (char c : text.toCharArray()) {
            if (c != repeated || single.length() == 0 || single.charAt(single.length() - 1) != c) {
                single.append(c);
            }
        }
        return single.toString();
    }

    private static String convert(String glob, boolean escapesBraces) {
        List<String> components = new ArrayList<>();
        for (String component : glob.split("/", -1)) {
            components.add(component.equals("**") ? component : single(component, '*'));
        }
        for (int i = components.size() - 1; i > 0; i--) {
            if (components.get(i).equals("**") && components.get(i - 1).equals("**")) {
                components.remove(i);
            }
        }
        String joined = String.join("/", components);
        StringBuilder written = new StringBuilder();
        int brackets = 0;
        int braces = 0;
        for (char c : joined.toCharArray()) {
            boolean brace = c == '{' || c == '}';
            brackets += c == '[' ? 1 : c == ']' ? -1 : 0;
            braces += brace && !escapesBraces ? (c == '{' ? 1 : -1) : 0;
            if (brackets < 0 || brackets > 1 || braces < 0 || braces > 1) {
                return "";
            }
            written.append(brace && escapesBraces ? "\\" : "").append(c);
        }
        return brackets == 0 && braces == 0 ? written.toString() : "";
    }
}
