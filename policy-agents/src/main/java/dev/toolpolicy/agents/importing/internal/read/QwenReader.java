package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.rule.Entry;
import dev.toolpolicy.agents.importing.internal.rule.Form;
import dev.toolpolicy.agents.importing.internal.rule.HostNames;
import dev.toolpolicy.agents.importing.internal.rule.IgnoreGlobs;
import dev.toolpolicy.agents.importing.internal.rule.Precedence;
import dev.toolpolicy.agents.importing.internal.rule.Wildcards;
import dev.toolpolicy.agents.importing.internal.source.Node;
import dev.toolpolicy.agents.importing.internal.source.SourceException;
import dev.toolpolicy.annotation.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads {@code permissions} and {@code tools} of the settings of Qwen Code. */
final class QwenReader extends ListReader {
    private static final Map<String, Mode> TOOLS = Map.of("allowed", Mode.ALLOW, "exclude", Mode.DENY);
    private static final List<String> SHELL = List.of("run_shell_command", "Bash", "Shell", "ShellTool");
    private static final List<String> READ = List.of("Read", "read_file", "ReadFile");
    private static final List<String> EDIT = List.of("Edit", "edit", "EditFile", "replace");
    private static final List<String> WRITE = List.of("Write", "write_file", "WriteFile");
    private static final List<String> READERS = List.of("read_file", "grep_search", "glob", "list_directory");
    private static final List<String> EDITORS = List.of("edit", "write_file");

    QwenReader() {
        super("qwen-code", Precedence.DENY_ASK_ALLOW);
    }

    @Override
    void read(ListFile file) throws SourceException {
        Node root = json(file, true);
        texts(root.get("permissions"), KEYS, (item, mode) -> rule(RuleText.of(item, mode)));
        texts(root.get("tools"), TOOLS, (item, mode) -> rule(RuleText.of(item, mode)));
    }

    private void rule(RuleText rule) {
        String tool = rule.tool();
        String name = tool.endsWith("Tool") ? tool.substring(0, tool.length() - 4) : tool;
        entries.add(rule.malformed("it names no tool")
                .orElseGet(() -> entry(rule, name, rule.content().strip())));
    }

    private Entry entry(RuleText rule, String name, String content) {
        List<String> tools = tools(rule, name, !content.isEmpty());
        int star = name.indexOf('*');
        if (rule.allows() && star >= 0 && !(name.startsWith("mcp__") && star == name.length() - 1)) {
            return rule.entry(tools, new Form.Unsaid("a star stands at the end of names of servers' tools only"));
        } else if (content.isEmpty() || content.equals("*") && (SHELL.contains(name) || !rule.allows())) {
            return rule.entry(tools, new Form.Whole());
        } else if (SHELL.contains(name)) {
            return rule.entry(List.of(SHELL.get(0)), new Form.Words(words(content), true, ""));
        } else if (tools.contains("read_file") || tools.contains("write_file")) {
            IgnoreGlobs globs = new IgnoreGlobs(settings.of(true), rule.mode(), true);
            return rule.entry(tools, globs.form(content)).withFinding(globs.finding(content));
        } else if (name.equals("WebFetch") || name.equals("web_fetch")) {
            return rule.entry(tools, HostNames.withSubdomains(content));
        }
        return rule.entry(tools, other(name, content));
    }

    /** Returns the pattern of a command: the first {@code :*} is a word, and without a star further words may follow. */
    private static String words(String content) {
        int colon = content.indexOf(":*");
        String text = colon < 0 ? content : content.substring(0, colon) + " " + content.substring(colon + 1);
        return text.indexOf('*') < 0 ? text + " *" : text;
    }

    private static Form other(String name, String content) {
        boolean literal = Wildcards.isLiteral(content);
        if (literal && List.of("Skill", "skill").contains(name)) {
            return new Form.Text("skill", content, false);
        } else if (literal && List.of("Agent", "Task", "task").contains(name)) {
            return new Form.Text("subagent_type", content, false);
        }
        return new Form.Unsaid(name + " takes no such rules");
    }

    private static List<String> tools(RuleText rule, String name, boolean hasContent) {
        if (READ.contains(name)) {
            List<String> tools = new ArrayList<>(READERS);
            if (hasContent && rule.mode() == Mode.DENY) {
                tools.addAll(EDITORS);
            }
            return tools;
        } else if (EDIT.contains(name) || WRITE.contains(name) && hasContent && !rule.allows()) {
            return EDITORS;
        }
        return WRITE.contains(name) ? List.of("write_file") : name.equals(rule.tool()) ? rule.tools() : List.of(name);
    }
}
