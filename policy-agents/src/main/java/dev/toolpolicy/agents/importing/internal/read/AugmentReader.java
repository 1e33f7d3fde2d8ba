package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.rule.Entry;
import dev.toolpolicy.agents.importing.internal.rule.Form;
import dev.toolpolicy.agents.importing.internal.rule.HostRegex;
import dev.toolpolicy.agents.importing.internal.rule.Precedence;
import dev.toolpolicy.agents.importing.internal.source.Node;
import dev.toolpolicy.agents.importing.internal.source.SourceException;
import dev.toolpolicy.annotation.Mode;
import java.util.List;
import java.util.Map;

/** Reads {@code toolPermissions} of the settings of Augment. The first rule that matches decides. */
final class AugmentReader extends ListReader {
    private static final Map<String, Mode> TYPES = Map.of(
            "allow", Mode.ALLOW,
            "deny", Mode.DENY,
            "ask-user", Mode.ASK,
            "webhook-policy", Mode.ASK,
            "script-policy", Mode.ASK);

    AugmentReader() {
        super("augment", Precedence.FIRST);
    }

    @Override
    void read(ListFile file) throws SourceException {
        Node root = json(file, false);
        for (Node rule : required(either(root, "toolPermissions", "tool-permissions"), Node.Kind.LIST)
                .items()) {
            Node name = either(rule, "toolName", "tool-name");
            Mode mode = TYPES.get(rule.at("permission", "type").text());
            if (mode == null || !name.isText()) {
                throw new SourceException(rule.place(), "a rule has a toolName and a permission with a type");
            }
            entries.add(Entry.of(rule.place(), rule.written(), mode, List.of(name.text()), form(rule)));
        }
    }

    private static Node either(Node object, String name, String old) {
        return object.get(object.has(name) ? name : old);
    }

    private static Form form(Node rule) {
        Node regex = either(rule, "shellInputRegex", "shell-input-regex");
        Node event = either(rule, "eventType", "event-type");
        if (event.text().equals("tool-response")) {
            return new Form.Inert("it is about results, which are delivered here");
        }
        if (!regex.isText() && !regex.isNone()) {
            return new Form.Unsaid("its regular expression isn't a text");
        }
        return regex.isText() ? HostRegex.of(regex.text()).form(false) : new Form.Whole();
    }
}
