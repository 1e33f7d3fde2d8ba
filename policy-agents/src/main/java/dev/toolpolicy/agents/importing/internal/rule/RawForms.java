package dev.toolpolicy.agents.importing.internal.rule;

import dev.toolpolicy.agents.importing.internal.source.Node;
import dev.toolpolicy.annotation.Mode;
import java.util.Set;

/** Globs over single parameters, compared as they are written. Stateless. */
public final class RawForms {
    private static final Set<String> COMMANDS = Set.of("cmd", "command");
    private static final Set<String> PATHS = Set.of("path", "paths", "filePath", "file_path");

    private RawForms() {}

    public static Form of(String parameter, Node value, Mode mode, ReadSettings settings, boolean ignoresCase) {
        String text = value.text();
        boolean isRegex = text.length() > 2 && text.startsWith("/") && text.endsWith("/");
        if (!value.isText()) {
            return new Form.Unsaid("only texts are compared");
        } else if (mode != Mode.ALLOW && !isRegex && Wildcards.hasMore(text)) {
            Node wide = Node.scalar(value.place(), Node.Kind.TEXT, Wildcards.widened(text));
            return of(parameter, wide, mode, settings, ignoresCase);
        } else if (text.equals("*")) {
            return mode == Mode.ALLOW && !COMMANDS.contains(parameter)
                    ? new Form.Unsaid("it allows calls that have this parameter, with any value")
                    : new Form.Whole();
        } else if (isRegex) {
            return COMMANDS.contains(parameter)
                    ? HostRegex.of(text.substring(1, text.length() - 1)).form(false)
                    : new Form.Unsaid("a regular expression is said of command lines only");
        } else if (COMMANDS.contains(parameter)) {
            return new Form.RawLine(text, ignoresCase);
        } else if (parameter.equals("cwd")) {
            return new Form.Unsaid("where a command runs is not looked at");
        } else if (PATHS.contains(parameter)) {
            return mode == Mode.ALLOW
                    ? new Form.Unsaid("the host compares a path as written; here it is what the path leads to")
                    : new CrossingPaths(settings, mode, false, ignoresCase).form(text);
        }
        return new Form.Text(parameter, CrossingPaths.text(text), ignoresCase);
    }
}
