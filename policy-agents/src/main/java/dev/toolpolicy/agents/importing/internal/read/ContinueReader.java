package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.model.Entry;
import dev.toolpolicy.agents.importing.internal.model.Form;
import dev.toolpolicy.agents.importing.internal.model.HostRules;
import dev.toolpolicy.agents.importing.internal.model.Precedence;
import dev.toolpolicy.agents.importing.internal.source.Node;
import dev.toolpolicy.agents.importing.internal.source.SourceException;
import dev.toolpolicy.agents.importing.internal.source.YamlSource;
import dev.toolpolicy.agents.importing.internal.syntax.ReadSettings;
import dev.toolpolicy.agents.importing.internal.syntax.Wildcards;
import dev.toolpolicy.agents.importing.internal.syntax.WorkspacePaths;
import dev.toolpolicy.annotation.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads the {@code permissions.yaml} of Continue. The strictest rule that matches decides. */
final class ContinueReader implements ListReader {
    private static final Map<String, Mode> KEYS = Map.of("allow", Mode.ALLOW, "ask", Mode.ASK, "exclude", Mode.DENY);

    @Override
    public HostRules read(List<ListFile> files, ReadSettings settings) throws SourceException {
        List<Entry> entries = new ArrayList<>();
        for (ListFile file : files) {
            Node root = YamlSource.read(file.name(), file.text(), 1);
            for (Node.Member member : root.members()) {
                Mode mode = KEYS.get(member.name());
                if (mode != null) {
                    for (Node item : member.value().oneOrMore()) {
                        entries.add(entry(item, mode, settings));
                    }
                }
            }
        }
        return new HostRules("continue", Precedence.DENY_ASK_ALLOW, entries, Map.of(), List.of());
    }

    private static Entry entry(Node item, Mode mode, ReadSettings settings) {
        String rule = item.text().strip();
        int open = rule.indexOf('(');
        boolean hasContent = open > 0 && rule.endsWith(")");
        String tool = hasContent ? rule.substring(0, open) : rule;
        String content =
                hasContent ? rule.substring(open + 1, rule.length() - 1).strip() : "*";
        return Entry.of(
                item.place(),
                item.text(),
                mode,
                List.of(mode == Mode.ALLOW ? tool : Wildcards.widened(tool)),
                form(tool, content, mode, settings));
    }

    private static String command(String content) {
        return content.endsWith(":*") ? content.substring(0, content.length() - 2) + " *" : content;
    }

    private static Form form(String tool, String content, Mode mode, ReadSettings settings) {
        if (content.equals("*") || content.isEmpty()) {
            return new Form.Whole();
        }
        return switch (tool) {
            case "Bash" ->
                new Form.Words(
                        mode == Mode.ALLOW ? command(content) : Wildcards.widened(command(content)),
                        mode != Mode.ALLOW,
                        "");
            case "Read", "Write", "Edit", "MultiEdit", "List" -> new WorkspacePaths(settings, mode).form(content);
            default -> new Form.Unsaid(tool + " takes no such rules");
        };
    }
}
