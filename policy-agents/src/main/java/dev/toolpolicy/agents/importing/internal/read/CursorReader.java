package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.rule.CrossingPaths;
import dev.toolpolicy.agents.importing.internal.rule.Entry;
import dev.toolpolicy.agents.importing.internal.rule.Form;
import dev.toolpolicy.agents.importing.internal.rule.HostNames;
import dev.toolpolicy.agents.importing.internal.rule.LineRegex;
import dev.toolpolicy.agents.importing.internal.rule.Precedence;
import dev.toolpolicy.agents.importing.internal.rule.Wildcards;
import dev.toolpolicy.agents.importing.internal.rule.WorkspacePaths;
import dev.toolpolicy.agents.importing.internal.source.Node;
import dev.toolpolicy.agents.importing.internal.source.SourceException;
import dev.toolpolicy.annotation.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads {@code permissions} of the {@code cli.json} of Cursor. A denial wins. */
final class CursorReader extends ListReader {
    private static final Map<String, Mode> NAMES = Map.of("allow", Mode.ALLOW, "deny", Mode.DENY);
    private static final List<String> READERS = List.of("Read", "Grep", "Glob");
    private static final List<String> WRITERS = List.of("Write", "StrReplace", "Delete");

    CursorReader() {
        super("cursor", Precedence.DENY_ASK_ALLOW);
    }

    @Override
    void read(ListFile file) throws SourceException {
        Node root = json(file, false);
        texts(root.get("permissions"), NAMES, (item, mode) -> entries.add(entry(RuleText.of(item, mode))));
    }

    private Entry entry(RuleText rule) {
        if (!rule.hasContent()) {
            Form form = rule.allows()
                    ? new Form.Inert("a rule is a kind with parentheses: write " + rule.rule() + "(**)")
                    : new Form.Whole();
            return rule.entry(tools(rule.rule()), form);
        }
        String content = rule.content().strip();
        boolean all = content.equals("*") || content.equals("**");
        return rule.entry(tools(rule.tool()), form(rule.tool(), content, all, rule.mode()));
    }

    private static List<String> tools(String kind) {
        return switch (kind) {
            case "Read" -> READERS;
            case "Write" -> WRITERS;
            case "Mcp" -> List.of("CallMcpTool");
            default -> List.of(kind);
        };
    }

    private Form form(String kind, String content, boolean all, Mode mode) {
        return switch (kind) {
            case "Shell" -> all ? new Form.Whole() : shell(content, mode);
            case "Read", "Write" -> new WorkspacePaths(settings, mode).form(content);
            case "WebFetch" -> all ? new Form.Whole() : HostNames.form(content);
            case "Mcp" -> all ? new Form.Whole() : mcp(content);
            default ->
                mode == Mode.ALLOW
                        ? new Form.Inert("there are rules for Shell, Read, Write, WebFetch and Mcp only")
                        : new Form.Whole();
        };
    }

    /**
     * Returns the form of a program with any arguments, or of a program and the arguments behind a colon, which are
     * these exactly unless they have a star. Only a program's name may stand without a colon: more words allow
     * themselves alone.
     */
    private static Form shell(String content, Mode mode) {
        boolean allows = mode == Mode.ALLOW;
        String written = allows ? content : Wildcards.widened(content);
        int colon = written.indexOf(':');
        String name = (colon < 0 ? written : written.substring(0, colon)).strip();
        String arguments = colon < 0 ? "" : written.substring(colon + 1).strip();
        if (name.isEmpty()) {
            return new Form.Unsaid("it names no program");
        }
        boolean open = arguments.isEmpty() || arguments.equals("*") || arguments.equals("**");
        String words = open ? name : name + " " + arguments;
        boolean exact = allows && (!open || colon < 0 && name.indexOf(' ') >= 0);
        return new Form.Words(exact || words.endsWith("*") ? words : words + " *", true, LineRegex.NO_REDIRECT);
    }

    private static Form mcp(String content) {
        int colon = content.indexOf(':');
        String server = colon < 0 ? content : content.substring(0, colon);
        String tool = colon < 0 ? "*" : content.substring(colon + 1);
        List<Form> forms = new ArrayList<>();
        if (!server.equals("*")) {
            forms.add(new Form.Text("server", CrossingPaths.text(server), false));
        }
        if (!tool.equals("*")) {
            forms.add(new Form.Text("toolName", CrossingPaths.text(tool), false));
        }
        return Form.all(forms);
    }
}
