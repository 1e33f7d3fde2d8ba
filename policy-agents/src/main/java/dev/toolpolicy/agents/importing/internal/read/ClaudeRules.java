package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.model.Entry;
import dev.toolpolicy.agents.importing.internal.model.Form;
import dev.toolpolicy.agents.importing.internal.source.Place;
import dev.toolpolicy.agents.importing.internal.syntax.HostNames;
import dev.toolpolicy.agents.importing.internal.syntax.IgnoreGlobs;
import dev.toolpolicy.agents.importing.internal.syntax.ReadSettings;
import dev.toolpolicy.annotation.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Single rules in the syntax of Claude Code, such as {@code Bash(git diff:*)}. */
final class ClaudeRules {
    private static final List<String> READERS = List.of("Read", "Grep", "Glob", "NotebookRead", "LS");
    private static final List<String> EDITORS = List.of("Edit", "Write", "MultiEdit", "NotebookEdit");
    /** Tools for which path rules are never consulted. */
    private static final Set<String> PATHLESS =
            Set.of("Write", "MultiEdit", "NotebookEdit", "Grep", "Glob", "NotebookRead", "LS");

    private final ReadSettings settings;

    ClaudeRules(ReadSettings settings) {
        this.settings = settings;
    }

    /** Reads a rule. */
    Entry read(Place place, String written, Mode mode) {
        String rule = written.strip();
        int open = rule.indexOf('(');
        boolean hasContent = open > 0 && rule.endsWith(")");
        String tool = hasContent ? rule.substring(0, open) : rule;
        String content = hasContent ? unescaped(rule.substring(open + 1, rule.length() - 1)) : "";
        if (rule.isEmpty() || open == 0) {
            return Entry.of(
                    place, written, mode, List.of(), new Form.Inert("a path or command needs a tool: write Read(...)"));
        } else if (open > 0 && !hasContent) {
            return Entry.of(
                    place,
                    written,
                    mode,
                    List.of(tool.substring(0, open)),
                    new Form.Unsaid("its parenthesis isn't closed"));
        } else if (looksLikePath(tool)) {
            return Entry.of(
                    place, written, mode, List.of(), new Form.Inert("a path needs a tool: write Read(" + rule + ")"));
        }
        boolean all = !hasContent || content.isEmpty() || content.equals("*");
        if (all) {
            return whole(place, written, mode, tool);
        } else if (tool.equals("Bash") || tool.equals("PowerShell")) {
            return commands(place, written, mode, tool, content);
        } else if (tool.equals("Read") || tool.equals("Edit")) {
            return files(place, written, mode, tool, content);
        } else if (PATHLESS.contains(tool)) {
            return pathless(place, written, mode, tool, content);
        }
        return other(place, written, mode, tool, content);
    }

    private static boolean looksLikePath(String tool) {
        boolean isPath = tool.startsWith("/") || tool.startsWith("~") || tool.startsWith(".");
        return isPath || tool.indexOf('/') > 0 && !tool.startsWith("mcp__");
    }

    private static String unescaped(String content) {
        return content.replace("\\(", "(").replace("\\)", ")");
    }

    private Entry whole(Place place, String written, Mode mode, String tool) {
        List<String> tools = new ArrayList<>(List.of(tool));
        if (mode == Mode.DENY && tool.equals("Read")) {
            tools.addAll(READERS.subList(1, READERS.size()));
        } else if (mode == Mode.DENY && tool.equals("Edit")) {
            tools.addAll(EDITORS.subList(1, EDITORS.size()));
        } else if (tool.equals("Agent") || tool.equals("Task")) {
            tools = List.of("Agent", "Task");
        } else if (tool.startsWith("mcp__") && tool.indexOf('*') < 0 && tool.indexOf("__", 5) < 0) {
            tools = List.of(tool + "__*");
        }
        return Entry.of(place, written, mode, tools, new Form.Whole());
    }

    private static Entry commands(Place place, String written, Mode mode, String tool, String content) {
        boolean prefix = content.endsWith(":*");
        String text = prefix ? content.substring(0, content.length() - 2) + " *" : content;
        if (text.isBlank() || text.equals(" *")) {
            Form form = mode == Mode.ALLOW ? new Form.Unsaid("it names no command") : new Form.Whole();
            return Entry.of(place, written, mode, List.of(tool), form);
        }
        Entry entry = Entry.of(place, written, mode, List.of(tool), new Form.Words(text, true, ""));
        boolean literal = text.indexOf('*') < 0;
        return literal && mode != Mode.ALLOW
                ? entry.withFinding("it misses every call with more words: write " + tool + "(" + content + " *)")
                : entry;
    }

    private Entry files(Place place, String written, Mode mode, String tool, String content) {
        List<String> tools = new ArrayList<>(tool.equals("Read") ? READERS : EDITORS);
        if (tool.equals("Read") && mode == Mode.DENY) {
            tools.addAll(EDITORS);
        }
        IgnoreGlobs globs = new IgnoreGlobs(settings, mode);
        return Entry.of(place, written, mode, tools, globs.form(content)).withFinding(globs.finding(content));
    }

    private Entry pathless(Place place, String written, Mode mode, String tool, String content) {
        String meant = EDITORS.contains(tool) ? "Edit" : "Read";
        if (settings.intended() && mode != Mode.ALLOW) {
            return files(place, written, mode, meant, content)
                    .withFinding("path rules of " + tool + " are never consulted: imported as " + meant);
        }
        String reason = "path rules of " + tool + " are never consulted: write " + meant + "(" + content + ")";
        return Entry.of(place, written, mode, List.of(tool), new Form.Inert(reason));
    }

    private Entry other(Place place, String written, Mode mode, String tool, String content) {
        if (tool.equals("WebFetch")) {
            return Entry.of(place, written, mode, List.of(tool), host(content));
        } else if (tool.equals("Skill")) {
            return Entry.of(place, written, mode, List.of(tool), skill(content, mode));
        } else if (tool.equals("Agent") || tool.equals("Task")) {
            Form form = content.chars().allMatch(c -> "*?[]{}\\".indexOf(c) < 0)
                    ? new Form.Text("subagent_type", content, false)
                    : new Form.Unsaid("names of agents with wildcards can't be said");
            return Entry.of(place, written, mode, List.of("Agent", "Task"), form);
        }
        return Entry.of(place, written, mode, List.of(tool), new Form.Unsaid(tool + " takes no such rules"));
    }

    private static Form skill(String content, Mode mode) {
        boolean prefix = content.endsWith(":*");
        String name = prefix ? content.substring(0, content.length() - 2) : content;
        if (name.isEmpty() || name.chars().anyMatch(c -> "*?[]{}\\".indexOf(c) >= 0)) {
            return new Form.Unsaid("names of skills with wildcards can't be said");
        } else if (mode == Mode.ALLOW) {
            return new Form.Text("skill", name, false);
        }
        // A slash before the name is taken off by the host.
        return new Form.Text("skill", "{,/}" + name + (prefix ? "*" : ""), false);
    }

    private static Form host(String content) {
        String name = content.startsWith("domain:") ? content.substring(7) : content;
        return HostNames.form(name);
    }
}
