package dev.toolpolicy.agents.importing.internal.rule;

import dev.toolpolicy.annotation.Mode;
import java.util.ArrayList;
import java.util.List;

/**
 * Paths of hosts that don't say exactly what a glob means: whether {@code *} crosses {@code /}, and whether a name is
 * found at any depth. A rule that allows means what all readings share, one that denies what any has.
 *
 * @param settings where the workspace is
 * @param mode what the rule with the path answers
 */
public record WorkspacePaths(ReadSettings settings, Mode mode) {
    /** Returns what a path says. */
    public Form form(String written) {
        String path = written.startsWith("./") ? written.substring(2) : written;
        if (path.isEmpty() || path.startsWith("!") || path.indexOf('\\') >= 0) {
            return new Form.Unsaid("this is not a path that can be read");
        } else if (List.of(path.split("/", -1)).contains("..")) {
            return new Form.Unsaid("\"..\" in a pattern leaves the place where it begins");
        } else if (path.startsWith("~") && (!settings.hasHome() || !path.startsWith("~/") && !path.equals("~"))) {
            return new Form.Unsaid("the home directory isn't known");
        } else if (mode == Mode.ALLOW) {
            return allowed(path);
        }
        return path.equals(".") ? new Form.Files(List.of("**")) : stopped(absolute(path));
    }

    private String absolute(String path) {
        String full = path.startsWith("~") ? settings.home() + path.substring(1) : path;
        String root = settings.workspace() + "/";
        if (!settings.workspace().isEmpty() && (full + "/").equals(root) || full.equals(root)) {
            return "**";
        }
        boolean inside = !settings.workspace().isEmpty() && full.startsWith(root);
        return inside ? full.substring(root.length()) : full;
    }

    private Form allowed(String path) {
        if (path.equals("*") || path.equals("**") || path.equals("**/*")) {
            return new Form.Files(List.of(path.equals("*") ? "./*/**" : "**"));
        }
        boolean below = path.endsWith("/**");
        String body = below
                ? path.substring(0, path.length() - 3)
                : path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        String glob = PathGlobs.withBraces(body);
        return glob.isEmpty()
                ? new Form.Unsaid("its brackets or braces can't be read")
                : new Form.Files(List.of(glob + (below ? "/**/*" : "/**")));
    }

    private Form stopped(String path) {
        String regex = regex(path.endsWith("/") ? path + "**" : path);
        if (regex.isEmpty()) {
            return new Form.Unsaid("its brackets or braces can't be read");
        }
        boolean name = path.indexOf('/') < 0;
        String start = name ? "^(.*/)?" : "^";
        List<String> regexes = new ArrayList<>(List.of(start + regex + (path.endsWith("**") ? "$" : "(/[^]*)?$")));
        if (path.startsWith("/") || path.startsWith("*")) {
            String folder = path.endsWith("/") ? path : path + "/";
            settings.below(folder + "**").forEach(rest -> regexes.add("^" + regex(rest) + "$"));
            settings.below(path).forEach(rest -> regexes.add("^" + regex(rest) + "$"));
        }
        return new Form.PathRegex(regexes.stream().distinct().toList(), "");
    }

    /** Returns a glob whose stars cross slashes as a regular expression; empty if it can't be read. */
    private static String regex(String path) {
        StringBuilder regex = new StringBuilder();
        boolean inBraces = false;
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (path.startsWith("**/", i) && (i == 0 || path.charAt(i - 1) == '/')) {
                regex.append("([^]*/)?");
                i += 2;
            } else if (c == '*') {
                regex.append("[^]*");
            } else if (c == '?') {
                regex.append("[^]");
            } else if (c == '{' && !inBraces || c == '}' && inBraces) {
                inBraces = c == '{';
                regex.append(inBraces ? "(" : ")");
            } else if (c == ',' && inBraces) {
                regex.append('|');
            } else if (c == '[' || c == ']' || c == '{' || c == '}') {
                return "";
            } else {
                regex.append(LineRegex.literal(String.valueOf(c)));
            }
        }
        return inBraces ? "" : regex.toString();
    }
}
