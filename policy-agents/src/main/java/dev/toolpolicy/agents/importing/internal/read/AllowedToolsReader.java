package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.model.Entry;
import dev.toolpolicy.agents.importing.internal.model.HostRules;
import dev.toolpolicy.agents.importing.internal.model.Precedence;
import dev.toolpolicy.agents.importing.internal.source.Node;
import dev.toolpolicy.agents.importing.internal.source.Place;
import dev.toolpolicy.agents.importing.internal.source.SourceException;
import dev.toolpolicy.agents.importing.internal.syntax.ReadSettings;
import dev.toolpolicy.annotation.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads {@code allowed-tools} in the frontmatter of commands and skills of Claude Code. */
final class AllowedToolsReader implements ListReader {
    private static final Map<String, Mode> KEYS = Map.of(
            "allowed-tools", Mode.ALLOW,
            "allowedTools", Mode.ALLOW,
            "disallowed-tools", Mode.DENY,
            "disallowedTools", Mode.DENY);

    @Override
    public HostRules read(List<ListFile> files, ReadSettings settings) throws SourceException {
        List<Entry> entries = new ArrayList<>();
        for (ListFile file : files) {
            ClaudeRules rules = new ClaudeRules(settings.of(file.project()));
            Node head = Frontmatter.read(file, List.copyOf(KEYS.keySet()));
            for (Node.Member member : head.members()) {
                Mode mode = KEYS.get(member.name());
                if (mode != null) {
                    for (Node item : member.value().oneOrMore()) {
                        items(item.text()).forEach(each -> entries.add(rules.read(place(item, each), each.text, mode)));
                    }
                }
            }
        }
        return new HostRules(
                "claude-code",
                Precedence.DENY_ASK_ALLOW,
                entries,
                Map.of(),
                List.of("these rules hold while the command or skill runs; the policy has them for the session"));
    }

    private static Place place(Node item, Item each) {
        return new Place(item.place().file(), item.place().line(), item.place().column() + each.start);
    }

    private record Item(String text, int start) {}

    /** Splits at commas and blanks outside of parentheses. */
    private static List<Item> items(String text) {
        List<Item> items = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i == text.length() ? ',' : text.charAt(i);
            depth += c == '(' ? 1 : c == ')' && depth > 0 ? -1 : 0;
            boolean ends = i == text.length() || depth == 0 && (c == ',' || c == ' ' || c == '\t' || c == '\n');
            if (ends) {
                if (i > start) {
                    items.add(new Item(text.substring(start, i), start));
                }
                start = i + 1;
            }
        }
        return items;
    }
}
