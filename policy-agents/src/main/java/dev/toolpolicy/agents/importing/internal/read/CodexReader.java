package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.rule.Entry;
import dev.toolpolicy.agents.importing.internal.rule.Form;
import dev.toolpolicy.agents.importing.internal.rule.LineRegex;
import dev.toolpolicy.agents.importing.internal.rule.Precedence;
import dev.toolpolicy.agents.importing.internal.source.Node;
import dev.toolpolicy.agents.importing.internal.source.SourceException;
import dev.toolpolicy.agents.importing.internal.source.StarlarkSource;
import dev.toolpolicy.annotation.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the rules of Codex CLI. The strictest rule that matches decides. */
final class CodexReader extends ListReader {
    private static final List<String> SHELLS = List.of("shell", "shell_command", "exec_command");
    private static final Map<String, Mode> DECISIONS =
            Map.of("allow", Mode.ALLOW, "prompt", Mode.ASK, "forbidden", Mode.DENY);

    CodexReader() {
        super("codex", Precedence.DENY_ASK_ALLOW);
    }

    @Override
    void read(ListFile file) throws SourceException {
        for (StarlarkSource.Call call : StarlarkSource.read(file.name(), file.text())) {
            if (call.name().equals("prefix_rule")) {
                rule(call);
            } else if (call.name().isEmpty()) {
                add(call, Mode.DENY, new Form.Unsaid("it is a program, which is not run"));
            } else if (!call.name().equals("a text")) {
                notes.add(call.place() + ": " + call.name() + " is not imported");
            }
        }
    }

    private void add(StarlarkSource.Call call, Mode mode, Form form) {
        for (String tool : SHELLS) {
            // Calls of this tool may name a shell. Under one that isn't a POSIX shell, no rule of the list matches a
            // line.
            boolean choosesShell = mode == Mode.ALLOW && tool.equals("exec_command");
            Form said = choosesShell ? new Form.Both(List.of(form, new Form.KnownShell("shell"))) : form;
            entries.add(Entry.of(call.place(), call.written(), mode, List.of(tool), said));
        }
    }

    private void rule(StarlarkSource.Call call) throws SourceException {
        Node pattern = call.argument("pattern", 0);
        Node decision = call.argument("decision", 1);
        Mode mode = decision.isNone() && decision.text().isEmpty() ? Mode.ALLOW : DECISIONS.get(decision.text());
        if (decision.isText() && mode == null) {
            throw new SourceException(decision.place(), "decision is allow, prompt or forbidden");
        } else if (mode == null || call.isPartial()) {
            add(call, mode == null ? Mode.DENY : mode, new Form.Unsaid("its arguments aren't literals"));
            return;
        }
        add(
                call,
                mode,
                words(pattern)
                        .<Form>map(each -> new Form.Tokens(each, LineRegex.NO_REDIRECT))
                        .orElseGet(() -> new Form.Unsaid("its pattern isn't a list of literal words")));
    }

    private static Optional<List<List<String>>> words(Node pattern) {
        List<List<String>> words = new ArrayList<>();
        for (Node item : pattern.items()) {
            List<String> alternatives = new ArrayList<>();
            for (Node each : item.oneOrMore()) {
                if (!each.isText() || each.text().isEmpty()) {
                    return Optional.empty();
                }
                alternatives.add(each.text());
            }
            if (alternatives.isEmpty()) {
                return Optional.empty();
            }
            words.add(alternatives);
        }
        return words.isEmpty() ? Optional.empty() : Optional.of(words);
    }
}
