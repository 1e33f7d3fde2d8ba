package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.source.Node;
import dev.toolpolicy.agents.importing.internal.source.SourceException;

/** Reads {@code permissions} of the settings of Claude Code. All files are united: a denial anywhere wins. */
final class ClaudeReader extends ClaudeRules {
    @Override
    void read(ListFile file) throws SourceException {
        Node root = json(file, false);
        Node permissions = root.get("permissions");
        texts(permissions, KEYS, (item, mode) -> rule(RuleText.of(item, mode)));
        for (Node.Member member : permissions.members()) {
            if (member.name().equals("additionalDirectories")) {
                notes.add("additionalDirectories are not imported: paths outside of the workspace ask");
            } else if (member.value().isList() && !KEYS.containsKey(member.name())) {
                notes.add(
                        member.place() + ": \"" + member.name() + "\" isn't a list of rules: allow, ask and deny are");
            }
        }
    }
}
