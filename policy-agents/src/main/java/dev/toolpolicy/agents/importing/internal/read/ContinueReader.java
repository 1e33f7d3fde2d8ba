package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.rule.Entry;
import dev.toolpolicy.agents.importing.internal.rule.Form;
import dev.toolpolicy.agents.importing.internal.rule.Precedence;
import dev.toolpolicy.agents.importing.internal.rule.Wildcards;
import dev.toolpolicy.agents.importing.internal.rule.WorkspacePaths;
import dev.toolpolicy.agents.importing.internal.source.Node;
import dev.toolpolicy.agents.importing.internal.source.SourceException;
import dev.toolpolicy.agents.importing.internal.source.YamlSource;
import dev.toolpolicy.annotation.Mode;
import java.util.List;
import java.util.Map;

/** Reads the {@code permissions.yaml} of Continue. The strictest rule that matches decides. */
final class ContinueReader extends ListReader {
    private static final Map<String, Mode> NAMES = Map.of("allow", Mode.ALLOW, "ask", Mode.ASK, "exclude", Mode.DENY);

    ContinueReader() {
        super("continue", Precedence.DENY_ASK_ALLOW);
    }

    @Override
    void read(ListFile file) throws SourceException {
        Node root = YamlSource.read(file.name(), file.text(), 1);
        for (Node.Member member : root.members()) {
            if (!NAMES.containsKey(member.name())) {
                throw new SourceException(member.place(), "the host ignores a file with such a key");
            }
        }
        byMode(
                root,
                NAMES,
                (value, mode) -> texts(required(value, Node.Kind.LIST))
                        .forEach(item -> entries.add(entry(RuleText.of(item, mode)))));
    }

    private Entry entry(RuleText rule) {
        String tool = rule.tool();
        return rule.entry(
                List.of(rule.allows() ? tool : Wildcards.widened(tool)),
                form(tool, rule.content().strip(), rule.mode()));
    }

    private Form form(String tool, String content, Mode mode) {
        if (content.equals("*") || content.isEmpty()) {
            return new Form.Whole();
        }
        return switch (tool) {
            case "Bash" -> {
                boolean allows = mode == Mode.ALLOW;
                String text = allows ? content : Wildcards.widened(RuleText.prefixed(content));
                yield new Form.Words(text, !allows, "");
            }
            case "Read", "Write", "Edit", "MultiEdit", "List" -> new WorkspacePaths(settings, mode).form(content);
            default -> new Form.Unsaid(tool + " takes no such rules");
        };
    }
}
