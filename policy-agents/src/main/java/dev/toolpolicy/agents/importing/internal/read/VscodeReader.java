package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.rule.Entry;
import dev.toolpolicy.agents.importing.internal.rule.Form;
import dev.toolpolicy.agents.importing.internal.rule.HostRegex;
import dev.toolpolicy.agents.importing.internal.rule.LineRegex;
import dev.toolpolicy.agents.importing.internal.rule.Precedence;
import dev.toolpolicy.agents.importing.internal.source.Node;
import dev.toolpolicy.agents.importing.internal.source.SourceException;
import dev.toolpolicy.annotation.Mode;
import java.util.List;
import java.util.Optional;

/** Reads what VS Code runs in the terminal without asking. A command that must be approved asks. */
final class VscodeReader extends ListReader {
    private static final List<String> TERMINAL = List.of("run_in_terminal");
    private static final List<String> EDITORS =
            List.of("create_file", "replace_string_in_file", "insert_edit_into_file");

    VscodeReader() {
        super("vscode", Precedence.DENY_ASK_ALLOW);
    }

    @Override
    void read(ListFile file) throws SourceException {
        Node root = json(file, true);
        for (String key : List.of("chat.tools.terminal.autoApprove", "github.copilot.chat.agent.terminal.allowList")) {
            for (Node.Member rule : required(root.get(key), Node.Kind.OBJECT).members()) {
                approval(rule.value()).ifPresent(mode -> add(rule, mode, TERMINAL, form(rule, mode)));
            }
        }
        for (Node.Member rule : required(root.get("github.copilot.chat.agent.terminal.denyList"), Node.Kind.OBJECT)
                .members()) {
            if (!rule.value().is(false) && !rule.value().isNone()) {
                add(rule, Mode.ASK, TERMINAL, form(rule, Mode.ASK));
            }
        }
        others(root);
    }

    private void add(Node.Member rule, Mode mode, List<String> tools, Form form) {
        entries.add(Entry.of(rule.place(), rule.name(), mode, tools, form));
    }

    private void others(Node root) {
        for (Node.Member rule : root.get("chat.tools.edits.autoApprove").members()) {
            if (rule.value().is(true)) {
                add(rule, Mode.ALLOW, EDITORS, new Form.Unsaid("which of several globs decides isn't said"));
            } else {
                add(rule, Mode.ASK, EDITORS, new Form.Inert("nothing is cleared here, so it asks anyway"));
            }
        }
        Form apart = new Form.Unsaid("a request and its response are approved apart there");
        root.get("chat.tools.urls.autoApprove")
                .members()
                .forEach(rule -> add(rule, Mode.ALLOW, List.of("fetch_webpage"), apart));
        for (String key : List.of("chat.tools.autoApprove", "chat.tools.global.autoApprove")) {
            if (root.get(key).is(true)) {
                notes.add(key + " is not imported: what no rule matches asks");
            }
        }
    }

    /** Returns the answer of a value; empty for one that takes a default off. */
    private static Optional<Mode> approval(Node value) {
        Node approve = value.isObject() ? value.get("approve") : value;
        return approve.is(true) ? Optional.of(Mode.ALLOW) : approve.isNone() ? Optional.empty() : Optional.of(Mode.ASK);
    }

    private static Form form(Node.Member rule, Mode mode) {
        String key = rule.name();
        int slash = key.lastIndexOf('/');
        boolean line = rule.value().get("matchCommandLine").is(true);
        if (key.startsWith("/")
                && slash > 0
                && key.substring(slash + 1).chars().allMatch(c -> "dgimsuvy".indexOf(c) >= 0)) {
            String flags = key.substring(slash + 1);
            String written = key.substring(1, slash);
            HostRegex regex = mode == Mode.ALLOW || line ? HostRegex.of(written) : HostRegex.unanchored(written);
            boolean odd = flags.chars().anyMatch(c -> "msvy".indexOf(c) >= 0);
            return odd
                    ? new Form.Unsaid("its flags can't be said")
                    : new Form.Line(regex.regex(), false, regex.ignoresCase() || flags.indexOf('i') >= 0);
        } else if (line && mode == Mode.ALLOW) {
            return new Form.Unsaid("a beginning of a line says nothing of the commands behind it");
        } else if (key.endsWith(":*")) {
            return new Form.Inert("\":*\" is a colon and a star here, which no command has: write \""
                    + key.substring(0, key.length() - 2) + "\"");
        } else if (key.isBlank() || key.indexOf('*') >= 0 && mode == Mode.ALLOW) {
            return new Form.Unsaid("its star is a character, which a shell reads");
        } else if (key.indexOf('/') > 0 && mode != Mode.ALLOW) { // also behind "./"
            return new Form.Line(LineRegex.literal(key), false, false);
        }
        return new Form.Words(mode == Mode.ALLOW ? key + " *" : key + "*", true, LineRegex.NO_REDIRECT);
    }
}
