package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.model.Entry;
import dev.toolpolicy.agents.importing.internal.model.Form;
import dev.toolpolicy.agents.importing.internal.model.HostRules;
import dev.toolpolicy.agents.importing.internal.model.Precedence;
import dev.toolpolicy.agents.importing.internal.source.JsonSource;
import dev.toolpolicy.agents.importing.internal.source.Node;
import dev.toolpolicy.agents.importing.internal.source.SourceException;
import dev.toolpolicy.agents.importing.internal.syntax.HostNames;
import dev.toolpolicy.agents.importing.internal.syntax.IgnoreGlobs;
import dev.toolpolicy.agents.importing.internal.syntax.ReadSettings;
import dev.toolpolicy.annotation.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads {@code permissions} and {@code tools} of the settings of Qwen Code. */
final class QwenReader implements ListReader {
    private static final Map<String, Mode> KEYS = Map.of("allow", Mode.ALLOW, "ask", Mode.ASK, "deny", Mode.DENY);
    private static final Map<String, Mode> TOOLS = Map.of("allowed", Mode.ALLOW, "exclude", Mode.DENY);
    private static final List<String> SHELL = List.of("run_shell_command", "Bash", "Shell", "ShellTool");
    private static final List<String> READERS = List.of("read_file", "grep_search", "glob", "list_directory");
    private static final List<String> EDITORS = List.of("edit", "write_file");

    @Override
    public HostRules read(List<ListFile> files, ReadSettings settings) throws SourceException {
        List<Entry> entries = new ArrayList<>();
        for (ListFile file : files) {
            Node root = JsonSource.read(file.name(), file.text(), true);
            addAll(root.get("permissions"), KEYS, settings.of(file.project()), entries);
            addAll(root.get("tools"), TOOLS, settings.of(file.project()), entries);
        }
        return new HostRules("qwen-code", Precedence.DENY_ASK_ALLOW, entries, Map.of(), List.of());
    }

    private static void addAll(Node object, Map<String, Mode> keys, ReadSettings settings, List<Entry> entries)
            throws SourceException {
        for (Node.Member member : object.members()) {
            Mode mode = keys.get(member.name());
            if (mode == null) {
                continue;
            } else if (!member.value().isList()) {
                throw new SourceException(member.value().place(), "a list of rules stands here");
            }
            for (Node item : member.value().items()) {
                if (!item.isText()) {
                    throw new SourceException(item.place(), "a rule is a text");
                }
                entries.add(entry(item, mode, settings));
            }
        }
    }

    private static Entry entry(Node item, Mode mode, ReadSettings settings) {
        String rule = item.text().strip();
        int open = rule.indexOf('(');
        boolean hasContent = open > 0 && rule.endsWith(")");
        String name = hasContent ? rule.substring(0, open) : rule;
        String content =
                hasContent ? rule.substring(open + 1, rule.length() - 1).strip() : "";
        if (rule.isEmpty() || open == 0) {
            return Entry.of(item.place(), item.text(), mode, List.of(), new Form.Inert("it names no tool"));
        } else if (open > 0 && !hasContent) {
            return Entry.of(
                    item.place(),
                    item.text(),
                    mode,
                    List.of(name.substring(0, open)),
                    new Form.Unsaid("its parenthesis isn't closed"));
        }
        List<String> tools = tools(name, mode, !content.isEmpty());
        if (content.isEmpty() || content.equals("*")) {
            return Entry.of(item.place(), item.text(), mode, tools, new Form.Whole());
        } else if (SHELL.contains(name)) {
            String text = content.endsWith(":*") ? content.substring(0, content.length() - 2) + " *" : content;
            return Entry.of(item.place(), item.text(), mode, List.of(SHELL.get(0)), new Form.Words(text, true, ""));
        } else if (tools.contains("read_file") || tools.contains("edit")) {
            IgnoreGlobs globs = new IgnoreGlobs(settings, mode);
            return Entry.of(item.place(), item.text(), mode, tools, globs.form(content))
                    .withFinding(globs.finding(content));
        } else if (name.equals("WebFetch") || name.equals("web_fetch")) {
            String host = content.startsWith("domain:") ? content.substring(7) : content;
            return Entry.of(item.place(), item.text(), mode, tools, HostNames.form(host));
        }
        return Entry.of(item.place(), item.text(), mode, tools, other(name, content));
    }

    private static Form other(String name, String content) {
        boolean literal = content.chars().noneMatch(c -> "*?[]{}\\".indexOf(c) >= 0);
        if (literal && List.of("Skill", "skill").contains(name)) {
            return new Form.Text("skill", content, false);
        } else if (literal && List.of("Agent", "Task", "task").contains(name)) {
            return new Form.Text("subagent_type", content, false);
        }
        return new Form.Unsaid(name + " takes no such rules");
    }

    private static List<String> tools(String name, Mode mode, boolean hasContent) {
        boolean group = hasContent || mode == Mode.DENY;
        if (name.equals("Read") || name.equals("read_file") && hasContent) {
            List<String> tools = new ArrayList<>(group || name.equals("Read") ? READERS : READERS.subList(0, 1));
            if (hasContent && mode == Mode.DENY) {
                tools.addAll(EDITORS);
            }
            return tools;
        } else if (name.equals("Edit") || (name.equals("edit") || name.equals("write_file")) && hasContent) {
            return EDITORS;
        } else if (name.startsWith("mcp__") && name.indexOf('*') < 0 && name.indexOf("__", 5) < 0) {
            return List.of(name + "__*");
        }
        return List.of(name);
    }
}
