package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.source.Node;
import dev.toolpolicy.agents.importing.internal.source.Place;
import dev.toolpolicy.agents.importing.internal.source.SourceException;
import dev.toolpolicy.annotation.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads {@code allowed-tools} in the frontmatter of commands and skills of Claude Code. */
final class AllowedToolsReader extends ClaudeRules {
    private static final Map<String, Mode> NAMES = Map.of(
            "allowed-tools", Mode.ALLOW,
            "allowedTools", Mode.ALLOW,
            "disallowed-tools", Mode.DENY,
            "disallowedTools", Mode.DENY);

    AllowedToolsReader() {
        notes.add("these rules hold while the command or skill runs; the policy has them for the session");
    }

    @Override
    void read(ListFile file) throws SourceException {
        byMode(root(Frontmatter.read(file, List.copyOf(NAMES.keySet()))), NAMES, (value, mode) -> {
            for (Node item : texts(value)) {
                rules(item, mode).forEach(this::rule);
            }
        });
    }

    /** Splits at commas and blanks outside of parentheses. */
    private static List<RuleText> rules(Node item, Mode mode) {
        String text = item.text();
        List<RuleText> rules = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i == text.length() ? ',' : text.charAt(i);
            depth += c == '(' ? 1 : c == ')' && depth > 0 ? -1 : 0;
            boolean ends = i == text.length() || depth == 0 && (c == ',' || c == ' ' || c == '\t' || c == '\n');
            if (ends) {
                if (i > start) {
                    Place place = new Place(
                            item.place().file(),
                            item.place().line(),
                            item.place().column() + start);
                    rules.add(new RuleText(place, text.substring(start, i), mode));
                }
                start = i + 1;
            }
        }
        return rules;
    }
}
