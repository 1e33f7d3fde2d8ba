package dev.toolpolicy.agents.importing.internal.rule;

import dev.toolpolicy.annotation.Mode;
import java.util.List;

/**
 * Paths of Claude Code and Qwen Code, which are patterns as in {@code .gitignore} with anchors of their own.
 *
 * @param settings what the anchors are
 * @param mode what the rule with the path answers
 * @param exact whether a pattern is also read as Qwen Code does: as a path from its root alone, with alternatives in braces
 */
public record IgnoreGlobs(ReadSettings settings, Mode mode, boolean exact) {
    private static final List<String> ABSOLUTE_LOOKS =
            List.of("/etc/", "/home/", "/Users/", "/tmp/", "/var/", "/usr/", "/opt/", "/root/", "/private/", "/mnt/");

    /** Returns what a path says. */
    public Form form(String written) {
        String path = written.stripTrailing();
        if (path.startsWith("!")) {
            return new Form.Inert("it takes files out of another rule, which is dropped, so that rule stays as it is");
        } else if (exact && path.indexOf('(') >= 0) {
            return new Form.Unsaid("its parentheses are alternatives");
        } else if (path.indexOf('\\') >= 0) {
            return new Form.Unsaid("its backslashes are escapes, or separators of Windows");
        } else if (path.startsWith("//")) {
            return anchored(PathGlobs.single("/" + path.substring(2), '/'), "/");
        } else if (path.equals("~") || path.startsWith("~/")) {
            return settings.hasHome() ? anchored(path, "~/") : new Form.Unsaid("the home directory isn't known");
        } else if (path.startsWith("/")) {
            return settings.project()
                    ? anchored(path.substring(1), "")
                    : settings.hasHome()
                            ? anchored("~/.claude" + path, "~/")
                            : new Form.Unsaid("the home directory isn't known");
        } else if (path.startsWith("./")) {
            return mode == Mode.ALLOW || path.indexOf('/', 2) >= 0
                    ? anchored(path.substring(2), "")
                    : relative(path.substring(2));
        }
        return relative(path);
    }

    /** Returns what the author of a path with one slash or with braces may not know; empty if it looks right. */
    public String finding(String path) {
        boolean looksAbsolute = path.startsWith("/")
                && !path.startsWith("//")
                && ABSOLUTE_LOOKS.stream().anyMatch(path::startsWith);
        return looksAbsolute
                ? "one slash means the " + (settings.project() ? "workspace" : "folder ~/.claude")
                        + ", not the root: write /" + path
                : path.indexOf('{') >= 0 && !exact
                        ? "braces are characters here, not alternatives: write a rule for each"
                        : "";
    }

    /** Returns whether only the path itself is allowed. */
    private boolean isNarrow() {
        return exact && mode == Mode.ALLOW;
    }

    private Form relative(String path) {
        String body = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        if (body.isEmpty()) {
            return new Form.Unsaid("it has no path");
        } else if (body.equals("**") || body.equals("**/*") || body.equals("*") && !isNarrow()) {
            return new Form.Files(List.of("**"));
        } else if (body.indexOf('/') < 0 && !isNarrow()) {
            return globs("**/" + body);
        }
        boolean oneFolder = body.endsWith("/**") && body.indexOf('/') == body.length() - 3;
        return oneFolder && mode != Mode.ALLOW ? globs("**/" + body) : anchored(body, "");
    }

    /** Returns the form of a path from a root: the path, and what is below it. */
    private Form anchored(String path, String root) {
        String body = path.endsWith("/") && path.length() > root.length() ? path.substring(0, path.length() - 1) : path;
        return body.isEmpty() ? new Form.Files(List.of("**")) : globs(body);
    }

    private Form globs(String body) {
        String glob = body.endsWith("/**") ? body.substring(0, body.length() - 3) : body;
        if (List.of(glob.split("/", -1)).contains("..")) {
            return new Form.Unsaid("\"..\" in a pattern leaves the place where it begins");
        } else if (glob.equals("**") || glob.isEmpty()) {
            return new Form.Files(List.of(body.startsWith("/") ? "/**" : "**"));
        }
        String written = exact ? PathGlobs.withBraces(glob) : PathGlobs.escaped(glob);
        String below = body.endsWith("/**") ? "/**/*" : isNarrow() ? "" : "/**";
        return written.isEmpty()
                ? new Form.Unsaid("its brackets can't be read")
                : new Form.Files(List.of((isNarrow() && written.indexOf('/') < 0 ? "./" : "")
                        + (written.endsWith("/**") ? written : written + below)));
    }
}
