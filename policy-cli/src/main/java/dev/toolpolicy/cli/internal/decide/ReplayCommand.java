package dev.toolpolicy.cli.internal.decide;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.cli.internal.command.DecidingOptions;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.cli.internal.command.Subcommand;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.cli.internal.decide.Transcript.Entry;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.PolicySession;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The subcommand {@code replay}: says which recorded calls a policy file decides otherwise than they were decided then. */
@Command(
        name = "replay",
        header = "Says which recorded calls policy files decide otherwise than they were decided then.",
        description = {
            "Reads transcripts of Claude Code (~/.claude/projects) and Codex (~/.codex/sessions), audit logs that were"
                    + " written with arguments, and recorded responses of models, whose calls are not decided yet.",
            "Ends with exit code 1 if a call is decided otherwise, and with 2 if something can't be read or no call is"
                    + " found."
        },
        footer = {
            "  toolpolicy replay --configuration policy.toml --workspace $PWD --home $HOME \\",
            "    ~/.claude/projects/-home-me-project/*.jsonl"
        })
public final class ReplayCommand extends Subcommand {
    private final ArrayNode changed = JsonNodeFactory.instance.arrayNode();
    private final Map<String, Integer> counts = new TreeMap<>();
    private int calls;
    private int skipped;
    private int unreadable;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "claude_code, codex, audit or body; default: what the first lines tell.")
    private Optional<Transcript.Format> format = Optional.empty();

    @Mixin
    private final DecidingOptions policy = new DecidingOptions();

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Recorded files.")
    private List<Path> files = List.of();

    /** Creates the subcommand. */
    public ReplayCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws UsageException {
        Trial trial = new Trial(policy.engine());
        for (Path file : files) {
            replay(trial, file, Transcript.read(file, format));
        }
        if (calls + skipped + unreadable == 0) {
            throw new UsageException("no call was found; --format says of which format the files are");
        }
        if (asJson()) {
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            json.put("calls", calls).put("otherwise", changed.size());
            json.put("skipped", skipped).put("unreadable", unreadable);
            json.set("changed", changed);
            console.print(json);
        } else {
            console.print(summary());
        }
        return unreadable > 0 ? ExitCode.FAILED : changed.isEmpty() ? ExitCode.FINE : ExitCode.FINDINGS;
    }

    private void replay(Trial trial, Path file, Transcript transcript) throws UsageException {
        transcript.problems().forEach(problem -> report(file + ": " + problem));
        unreadable += transcript.problems().size();
        skipped += transcript.skipped();
        Map<Entry, Trial.Begun> open = new HashMap<>();
        for (Entry entry : transcript.steps()) {
            Trial.Begun begun = open.remove(entry);
            if (begun != null) {
                begun.finish(entry.call().outcome());
                continue;
            }
            PolicySession session = trial.session(session(file, entry));
            entry.said.forEach(session::userMessage);
            begun = trial.begin(session, entry.call());
            if (entry.then() == Then.UNKNOWN) {
                begun.finish(Optional.empty());
            } else {
                open.put(entry, begun);
            }
            calls++;
            if (!entry.then().agreesWith(begun.verdict())) {
                tell(file, entry, begun.verdict());
            }
        }
    }

    private static String session(Path file, Entry entry) {
        return entry.session.isBlank() ? file.toString() : entry.session;
    }

    private void tell(Path file, Entry entry, Verdict verdict) {
        counts.merge(entry.then().word() + " -> " + verdict.word(), 1, Integer::sum);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("file", file.toString())
                .put("line", entry.line)
                .put("session", entry.session)
                .put("call", entry.id)
                .put("tool", entry.call().tool())
                .put("arguments", entry.call().arguments())
                .put("then", entry.then().word());
        changed.add(verdict.addTo(json));
        if (!asJson()) {
            console.print(VisibleText.line(file.toString(), VisibleText.DETAIL) + ":" + entry.line + ": "
                    + VisibleText.line(entry.call().tool(), VisibleText.NAME) + " "
                    + VisibleText.line(entry.call().arguments(), VisibleText.NAME));
            console.print("  "
                    + console.colored(
                            "bold",
                            entry.then().word() + " -> " + VisibleText.line(verdict.words(), VisibleText.DETAIL)));
        }
    }

    private String summary() {
        StringBuilder summary = new StringBuilder(calls + " calls, " + changed.size() + " decided otherwise");
        counts.forEach((change, count) -> summary.append("\n  " + count + "  " + change));
        if (skipped > 0) {
            summary.append("\n" + skipped + " calls skipped: no arguments are recorded, or the provider ran them");
        }
        if (unreadable > 0) {
            summary.append("\n" + unreadable + " lines can't be read");
        }
        return summary.toString();
    }
}
