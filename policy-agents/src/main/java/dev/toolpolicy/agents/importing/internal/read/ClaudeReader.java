package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.model.Entry;
import dev.toolpolicy.agents.importing.internal.model.HostRules;
import dev.toolpolicy.agents.importing.internal.model.Precedence;
import dev.toolpolicy.agents.importing.internal.source.JsonSource;
import dev.toolpolicy.agents.importing.internal.source.Node;
import dev.toolpolicy.agents.importing.internal.source.SourceException;
import dev.toolpolicy.agents.importing.internal.syntax.ReadSettings;
import dev.toolpolicy.annotation.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads {@code permissions} of the settings of Claude Code. All files are united: a denial anywhere wins. */
final class ClaudeReader implements ListReader {
    private static final Map<String, Mode> KEYS = Map.of("allow", Mode.ALLOW, "ask", Mode.ASK, "deny", Mode.DENY);

    @Override
    public HostRules read(List<ListFile> files, ReadSettings settings) throws SourceException {
        List<Entry> entries = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (ListFile file : files) {
            ClaudeRules rules = new ClaudeRules(settings.of(file.project()));
            Node root = JsonSource.read(file.name(), file.text(), false);
            if (!root.isObject()) {
                throw new SourceException(root.place(), "settings are an object");
            }
            Node permissions = root.get("permissions");
            for (Node.Member member : permissions.members()) {
                Mode mode = KEYS.get(member.name());
                if (mode != null) {
                    addAll(member.value(), mode, rules, entries);
                }
            }
            if (permissions.has("additionalDirectories")) {
                notes.add("additionalDirectories are not imported: paths outside of the workspace ask");
            }
        }
        return new HostRules("claude-code", Precedence.DENY_ASK_ALLOW, entries, Map.of(), notes);
    }

    private static void addAll(Node list, Mode mode, ClaudeRules rules, List<Entry> entries) throws SourceException {
        if (!list.isList()) {
            throw new SourceException(list.place(), "a list of rules stands here");
        }
        for (Node item : list.items()) {
            if (!item.isText()) {
                throw new SourceException(item.place(), "a rule is a text");
            }
            entries.add(rules.read(item.place(), item.text(), mode));
        }
    }
}
