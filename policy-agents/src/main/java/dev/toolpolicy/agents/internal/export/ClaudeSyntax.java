package dev.toolpolicy.agents.internal.export;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.agents.importing.internal.read.ClaudeRules;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Matcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The settings of Claude Code. */
final class ClaudeSyntax extends HostSyntax {
    ClaudeSyntax() {
        super(
                "claude-code",
                "mcp__*",
                false,
                "Claude Code runs some read-only commands without a rule; with this list, those need approval that its"
                        + " documentation names",
                "Claude Code compares the text of a command: a rule for \"rm *\" misses \"/bin/rm x\"",
                "other settings of the user are added to this list; its denials and questions stay",
                "keep hooks and modes that skip questions out of the settings: a list doesn't hold against them");
    }

    @Override
    Optional<HostRule> whole(String tool, Mode mode) {
        return mode == Mode.ALLOW && ClaudeRules.fileRule(tool).isPresent()
                ? said(tool, Matcher.Kind.GLOB, "", "**", mode) // without a path it would leave the workspace
                : Optional.of(new HostRule(mode, tool));
    }

    @Override
    Optional<HostRule> said(String tool, Matcher.Kind kind, String place, String text, Mode mode) {
        return switch (kind) {
            case COMMANDS -> rule(tool, text, mode);
            case GLOB -> ClaudeRules.fileRule(tool).flatMap(files -> rule(files, path(text, mode), mode));
            case HOST -> tool.equals("WebFetch") ? rule(tool, "domain:" + text, mode) : Optional.empty();
            case CONST, ENUM ->
                place.equals("/subagent_type") || place.equals("/skill") ? rule(tool, text, mode) : Optional.empty();
            case PATTERN, PREFIX, BOUND, IN_FACT, FROM -> Optional.empty();
        };
    }

    /**
     * Returns a glob in the syntax of the host. There a path takes all below it along, {@code x/**} isn't {@code x}, braces
     * are characters, and a single name may be meant at any depth or not.
     */
    private static String path(String glob, Mode mode) {
        String path = glob.replace("\\{", "{").replace("\\}", "}");
        int end = path.endsWith("/**/*") ? 2 : path.endsWith("/**") && mode != Mode.ALLOW ? 3 : 0;
        String start = path.substring(0, path.length() - end);
        path = start.isEmpty() || start.equals("~") ? path : start;
        return path.startsWith("/")
                ? "/" + path
                : path.startsWith("~") ? path : (glob.indexOf('/') < 0 && !glob.equals("**") ? "./**/" : "./") + path;
    }

    private static Optional<HostRule> rule(String tool, String text, Mode mode) {
        return Optional.of(
                new HostRule(mode, tool + "(" + text.replace("(", "\\(").replace(")", "\\)") + ")"));
    }

    @Override
    List<Part> write(List<HostRule> rules) {
        List<Part> parts = new ArrayList<>();
        parts.add(Part.between("{\n  \"permissions\": {\n"));
        String end = "";
        for (Mode mode : List.of(Mode.ALLOW, Mode.ASK, Mode.DENY)) {
            parts.add(Part.between(end + "    \"" + mode.word() + "\": [\n"));
            List<HostRule> written =
                    rules.stream().filter(rule -> rule.mode() == mode).toList();
            for (int i = 0; i < written.size(); i++) {
                String comma = i < written.size() - 1 ? "," : "";
                HostRule rule = written.get(i);
                parts.add(Part.of("      " + TextNode.valueOf(rule.text()) + comma + "\n", rule));
            }
            end = "    ],\n";
        }
        return Stream.concat(parts.stream(), Stream.of(Part.between("    ]\n  }\n}\n")))
                .toList();
    }
}
