package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.form.LineRegex;
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
import java.util.Optional;

/** Reads what VS Code runs in the terminal without asking. A command that must be approved asks. */
final class VscodeReader implements ListReader {
    private static final List<String> TERMINAL = List.of("run_in_terminal");
    private static final List<String> EDITORS =
            List.of("create_file", "replace_string_in_file", "insert_edit_into_file");

    @Override
    public HostRules read(List<ListFile> files, ReadSettings settings) throws SourceException {
        List<Entry> entries = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (ListFile file : files) {
            Node root = JsonSource.read(file.name(), file.text(), true);
            for (Node.Member rule : root.get("chat.tools.terminal.autoApprove").members()) {
                approval(rule.value()).ifPresent(mode -> entries.add(entry(rule, mode)));
            }
            for (Node.Member rule :
                    root.get("github.copilot.chat.agent.terminal.allowList").members()) {
                approval(rule.value()).ifPresent(mode -> entries.add(entry(rule, mode)));
            }
            for (Node.Member rule :
                    root.get("github.copilot.chat.agent.terminal.denyList").members()) {
                if (rule.value().is(true)) {
                    entries.add(entry(rule, Mode.ASK));
                }
            }
            others(root, entries, notes);
        }
        return new HostRules("vscode", Precedence.DENY_ASK_ALLOW, entries, Map.of(), notes);
    }

    private static void others(Node root, List<Entry> entries, List<String> notes) {
        for (Node.Member rule : root.get("chat.tools.edits.autoApprove").members()) {
            Form form = rule.value().is(true)
                    ? new Form.Unsaid("which of several globs decides isn't said")
                    : new Form.Inert("nothing is cleared here, so it asks anyway");
            entries.add(
                    Entry.of(rule.place(), rule.name(), rule.value().is(true) ? Mode.ALLOW : Mode.ASK, EDITORS, form));
        }
        for (Node.Member rule : root.get("chat.tools.urls.autoApprove").members()) {
            entries.add(Entry.of(
                    rule.place(),
                    rule.name(),
                    Mode.ALLOW,
                    List.of("fetch_webpage"),
                    new Form.Unsaid("a request and its response are approved apart there")));
        }
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

    private static Entry entry(Node.Member rule, Mode mode) {
        return Entry.of(rule.place(), rule.name(), mode, TERMINAL, form(rule, mode));
    }

    private static Form form(Node.Member rule, Mode mode) {
        String key = rule.name();
        int slash = key.lastIndexOf('/');
        boolean line = rule.value().get("matchCommandLine").is(true);
        if (key.startsWith("/")
                && slash > 0
                && key.substring(slash + 1).chars().allMatch(c -> "gimsuy".indexOf(c) >= 0)) {
            String flags = key.substring(slash + 1);
            HostRegex written = HostRegex.of(key.substring(1, slash));
            HostRegex regex = mode == Mode.ALLOW || line ? written : written.unanchored();
            boolean odd = flags.indexOf('m') >= 0 || flags.indexOf('s') >= 0;
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
        }
        return new Form.Words(mode == Mode.ALLOW ? key + " *" : key + "*", true, LineRegex.NO_REDIRECT);
    }
}
