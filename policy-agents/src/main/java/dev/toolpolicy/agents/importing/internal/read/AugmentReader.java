package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.model.Entry;
import dev.toolpolicy.agents.importing.internal.model.Form;
import dev.toolpolicy.agents.importing.internal.model.HostRules;
import dev.toolpolicy.agents.importing.internal.model.Precedence;
import dev.toolpolicy.agents.importing.internal.source.JsonSource;
import dev.toolpolicy.agents.importing.internal.source.Node;
import dev.toolpolicy.agents.importing.internal.source.SourceException;
import dev.toolpolicy.agents.importing.internal.syntax.HostRegex;
import dev.toolpolicy.agents.importing.internal.syntax.ReadSettings;
import dev.toolpolicy.annotation.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads {@code toolPermissions} of the settings of Augment. The first rule that matches decides. */
final class AugmentReader implements ListReader {
    private static final Map<String, Mode> TYPES = Map.of(
            "allow", Mode.ALLOW,
            "deny", Mode.DENY,
            "ask-user", Mode.ASK,
            "webhook-policy", Mode.ASK,
            "script-policy", Mode.ASK);

    @Override
    public HostRules read(List<ListFile> files, ReadSettings settings) throws SourceException {
        List<Entry> entries = new ArrayList<>();
        for (ListFile file : files) {
            Node root = JsonSource.read(file.name(), file.text(), false);
            Node list = root.has("toolPermissions") ? root.get("toolPermissions") : root.get("tool-permissions");
            for (Node rule : list.items()) {
                Node name = rule.has("toolName") ? rule.get("toolName") : rule.get("tool-name");
                Mode mode = TYPES.get(rule.at("permission", "type").text());
                if (mode == null || !name.isText()) {
                    throw new SourceException(rule.place(), "a rule has a toolName and a permission with a type");
                }
                entries.add(Entry.of(rule.place(), rule.written(), mode, List.of(name.text()), form(rule)));
            }
        }
        return new HostRules("augment", Precedence.FIRST, entries, Map.of(), List.of());
    }

    private static Form form(Node rule) {
        Node regex = rule.has("shellInputRegex") ? rule.get("shellInputRegex") : rule.get("shell-input-regex");
        Node event = rule.has("eventType") ? rule.get("eventType") : rule.get("event-type");
        if (event.text().equals("tool-response")) {
            return new Form.Inert("it is about results, which are delivered here");
        }
        if (!regex.isText() && !regex.isNone()) {
            return new Form.Unsaid("its regular expression isn't a text");
        }
        return regex.isText() ? HostRegex.of(regex.text()).form(false) : new Form.Whole();
    }
}
