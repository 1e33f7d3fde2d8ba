package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.rule.Entry;
import dev.toolpolicy.agents.importing.internal.rule.Form;
import dev.toolpolicy.agents.importing.internal.rule.Precedence;
import dev.toolpolicy.agents.importing.internal.rule.RawForms;
import dev.toolpolicy.agents.importing.internal.rule.Wildcards;
import dev.toolpolicy.agents.importing.internal.source.Node;
import dev.toolpolicy.agents.importing.internal.source.SourceException;
import dev.toolpolicy.annotation.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads {@code amp.permissions}. The first rule that matches decides. */
final class AmpReader extends ListReader {
    private static final Map<String, Mode> ACTIONS =
            Map.of("allow", Mode.ALLOW, "ask", Mode.ASK, "delegate", Mode.ASK, "reject", Mode.DENY);

    AmpReader() {
        super("amp", Precedence.FIRST);
    }

    @Override
    void read(ListFile file) throws SourceException {
        Node root = json(file, true);
        for (Node rule : required(root.get("amp.permissions"), Node.Kind.LIST).items()) {
            Mode mode = ACTIONS.get(rule.get("action").text());
            if (mode == null || !rule.get("tool").isText()) {
                throw new SourceException(
                        rule.place(), "a rule has a tool and an action: allow, ask, reject or delegate");
            }
            String tool = rule.get("tool").text();
            List<String> tools = List.of(mode == Mode.ALLOW ? tool : Wildcards.widened(tool));
            forms(rule, mode).forEach(form -> entries.add(Entry.of(rule.place(), rule.written(), mode, tools, form)));
        }
        if (root.get("amp.dangerouslyAllowAll").is(true)) {
            notes.add("amp.dangerouslyAllowAll is not imported");
        }
    }

    private List<Form> forms(Node rule, Mode mode) {
        List<Node.Member> matches = rule.get("matches").members();
        if (rule.has("context") && mode == Mode.ALLOW) {
            return List.of(new Form.Unsaid("who calls, the thread or a subagent, isn't known"));
        } else if (rule.has("matches") && !rule.get("matches").isObject()) {
            return List.of(new Form.Unsaid("its matches aren't an object"));
        } else if (matches.isEmpty()) {
            return List.of(new Form.Whole());
        } else if (matches.size() == 1) {
            List<Form> forms = new ArrayList<>();
            Node.Member only = matches.get(0);
            for (Node value : only.value().oneOrMore()) {
                forms.add(RawForms.of(only.name(), value, mode, settings, false));
            }
            return forms.isEmpty() ? List.of(new Form.Unsaid("a match is a text, or a list of texts")) : forms;
        }
        List<Form> all = new ArrayList<>();
        for (Node.Member each : matches) {
            if (!each.value().isText()) {
                return List.of(new Form.Unsaid("alternatives for several parameters can't be said"));
            }
            all.add(RawForms.of(each.name(), each.value(), mode, settings, false));
        }
        return List.of(new Form.Both(all));
    }
}
