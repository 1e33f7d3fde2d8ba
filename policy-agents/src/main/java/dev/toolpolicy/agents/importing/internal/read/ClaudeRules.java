package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.rule.CrossingPaths;
import dev.toolpolicy.agents.importing.internal.rule.Entry;
import dev.toolpolicy.agents.importing.internal.rule.Form;
import dev.toolpolicy.agents.importing.internal.rule.HostNames;
import dev.toolpolicy.agents.importing.internal.rule.IgnoreGlobs;
import dev.toolpolicy.agents.importing.internal.rule.Precedence;
import dev.toolpolicy.agents.importing.internal.rule.ToolParts;
import dev.toolpolicy.agents.importing.internal.rule.Wildcards;
import dev.toolpolicy.annotation.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A reader of rules in the syntax of Claude Code, such as {@code Bash(git diff:*)}. */
public abstract class ClaudeRules extends ListReader {
    private static final List<String> READERS = List.of("Read", "Grep", "Glob", "NotebookRead", "LS");
    private static final List<String> EDITORS = List.of("Edit", "Write", "MultiEdit", "NotebookEdit");
    private static final List<String> AGENTS = List.of("Agent", "Task");
    /** Tools for which path rules are never consulted. */
    private static final Set<String> PATHLESS =
            Set.of("Write", "MultiEdit", "NotebookEdit", "Grep", "Glob", "NotebookRead", "LS");

    ClaudeRules() {
        super("claude-code", Precedence.DENY_ASK_ALLOW);
    }

    /** Returns the name that rules for the files of a tool have; empty for a tool without files. */
    public static Optional<String> fileRule(String tool) {
        return READERS.contains(tool)
                ? Optional.of("Read")
                : EDITORS.contains(tool) ? Optional.of("Edit") : Optional.empty();
    }

    /** Adds a rule. */
    final void rule(RuleText rule) {
        entries.add(rule.malformed("a path or command needs a tool: write Read(...)")
                .orElseGet(() -> looksLikePath(rule.tool())
                        ? rule.entry(List.of(), new Form.Inert("a path needs a tool: write Read(" + rule.rule() + ")"))
                        : entry(
                                rule,
                                rule.tool(),
                                rule.content().replace("\\(", "(").replace("\\)", ")"))));
    }

    private Entry entry(RuleText rule, String tool, String content) {
        if (rule.allows() && isSkipped(rule, tool)) {
            return rule.entry(
                    List.of(tool),
                    new Form.Inert(
                            "the host skips it: in a rule that allows, a star counts only behind mcp__SERVER__"));
        } else if (content.isEmpty() || content.equals("*")) {
            return whole(rule, tool);
        }
        Optional<Form> parameter = rule.allows() ? Optional.empty() : parameter(tool, content);
        if (parameter.isPresent()) {
            return rule.entry(tools(tool), parameter.get());
        }
        return switch (tool) {
            case "Bash", "PowerShell" -> commands(rule, tool, content);
            case "Read", "Edit" -> files(rule, tool, content);
            case "WebFetch" -> rule.entry(List.of(tool), HostNames.domain(content));
            case "Skill" -> rule.entry(List.of(tool), skill(content, rule.mode()));
            case "Agent", "Task" ->
                rule.entry(
                        AGENTS,
                        Wildcards.isLiteral(content)
                                ? new Form.Text("subagent_type", content, false)
                                : new Form.Unsaid("names of agents with wildcards can't be said"));
            default ->
                PATHLESS.contains(tool)
                        ? pathless(rule, tool, content)
                        : rule.entry(List.of(tool), new Form.Unsaid(tool + " takes no such rules"));
        };
    }

    /** Returns whether a rule that allows has a star before the name of a server ends, or a content for a server's tool. */
    private static boolean isSkipped(RuleText rule, String tool) {
        boolean isServers = tool.startsWith("mcp__");
        int end = isServers ? tool.indexOf("__", 6) : -1;
        int star = tool.indexOf('*');
        return isServers && rule.hasContent() || star >= 0 && star < (end < 0 ? tool.length() : end);
    }

    /** Returns the form of a rule about a parameter, such as {@code model:opus}; empty if the tool has none of the name. */
    private static Optional<Form> parameter(String tool, String content) {
        String name = content.substring(0, Math.max(0, content.indexOf(':')));
        return ToolParts.isText("claude-code", tools(tool), name)
                .map(isText -> isText
                        ? new Form.Text(name, CrossingPaths.text(content.substring(name.length() + 1)), false)
                        : new Form.Unsaid("the value of " + name + " isn't compared as a text"));
    }

    private static List<String> tools(String tool) {
        return AGENTS.contains(tool) ? AGENTS : List.of(tool);
    }

    private static boolean looksLikePath(String tool) {
        boolean isPath = tool.startsWith("/") || tool.startsWith("~") || tool.startsWith(".");
        return isPath || tool.indexOf('/') > 0 && !tool.startsWith("mcp__");
    }

    private static Entry whole(RuleText rule, String tool) {
        List<String> tools = AGENTS.contains(tool) ? AGENTS : rule.tools();
        if (rule.mode() == Mode.DENY && tool.equals("Read")) {
            tools = READERS;
        } else if (rule.mode() == Mode.DENY && tool.equals("Edit")) {
            tools = EDITORS;
        }
        return rule.entry(tools, new Form.Whole());
    }

    private static Entry commands(RuleText rule, String tool, String content) {
        String text = RuleText.prefixed(content);
        if (text.isBlank() || text.equals(" *")) {
            return rule.entry(List.of(tool), rule.allows() ? new Form.Unsaid("it names no command") : new Form.Whole());
        }
        Entry entry = rule.entry(List.of(tool), new Form.Words(text, true, ""));
        return text.indexOf('*') < 0 && !rule.allows()
                ? entry.withFinding("it misses every call with more words: write " + tool + "(" + content + " *)")
                : entry;
    }

    private Entry files(RuleText rule, String tool, String content) {
        List<String> tools = new ArrayList<>(tool.equals("Read") ? READERS : EDITORS);
        if (tool.equals("Read") && rule.mode() == Mode.DENY) {
            tools.addAll(EDITORS);
        }
        IgnoreGlobs globs = new IgnoreGlobs(settings, rule.mode(), false);
        return rule.entry(tools, globs.form(content)).withFinding(globs.finding(content));
    }

    private Entry pathless(RuleText rule, String tool, String content) {
        String meant = EDITORS.contains(tool) ? "Edit" : "Read";
        if (settings.intended() && !rule.allows()) {
            return files(rule, meant, content)
                    .withFinding("path rules of " + tool + " are never consulted: imported as " + meant);
        }
        String reason = "path rules of " + tool + " are never consulted: write " + meant + "(" + content + ")";
        return rule.entry(List.of(tool), new Form.Inert(reason));
    }

    private static Form skill(String content, Mode mode) {
        boolean prefix = content.endsWith(":*");
        String name = prefix ? content.substring(0, content.length() - 2) : content;
        if (name.isEmpty() || !Wildcards.isLiteral(name)) {
            return new Form.Unsaid("names of skills with wildcards can't be said");
        } else if (mode == Mode.ALLOW) {
            return new Form.Text("skill", name, false);
        }
        // A slash before the name is taken off by the host.
        return new Form.Text("skill", "{,/}" + name + (prefix ? "*" : ""), false);
    }
}
