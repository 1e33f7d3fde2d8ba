package dev.toolpolicy.cli.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.cli.internal.command.DecidingOptions;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.cli.internal.command.Subcommand;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.runtime.PolicySession;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.LineNumberReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The subcommand {@code decide}: decides calls from a file, one a line, without running them. */
@Command(
        name = "decide",
        header = "Decides calls from a file, one a line, without running them.",
        description = {
            "A line is {\"tool\", \"arguments\"} and possibly \"id\", \"facts\", \"labels\", \"user\" (the user's own"
                + " message) and \"result\" (success or failure), by which requirements and limits know what ran. The"
                + " answer is one line of JSON for each call, with its verdict: allow, ask, edit, deny or invalid. A"
                + " tool that nothing declares is known if a list with external = true fits its name; it accepts any"
                + " arguments.",
            "Ends with exit code 2 if a line can't be read; its verdict is invalid."
        },
        footer = {
            "  echo '{\"tool\": \"write_file\", \"arguments\": {\"path\": \"src/a\"}}' \\",
            "    | toolpolicy decide --configuration policy.toml -"
        })
public final class DecideCommand extends Subcommand {
    private final Set<String> ignored = new HashSet<>();
    private int exitCode = ExitCode.FINE;

    @Option(names = "--session", paramLabel = "NAME", description = "The name of the session of all calls.")
    private String session = "decide";

    @Option(names = "--each-alone", description = "Gives each call a session of its own.")
    private boolean eachAlone;

    @Mixin
    private final DecidingOptions policy = new DecidingOptions();

    @Parameters(paramLabel = "CALLS", description = "The file of calls; - for standard input.")
    private Path calls = Path.of("-");

    /** Creates the subcommand. */
    public DecideCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws UsageException {
        if (session.isBlank()) {
            throw new UsageException("--session needs a name");
        }
        Trial trial = new Trial(policy.engine());
        try (LineNumberReader lines = new LineNumberReader(new InputStreamReader(input(), StandardCharsets.UTF_8))) {
            for (String text = lines.readLine(); text != null; text = lines.readLine()) {
                if (!text.isBlank()) {
                    decide(trial, text, lines.getLineNumber());
                }
            }
        } catch (IOException e) {
            throw new UsageException("can't read " + calls + ": " + e.getClass().getSimpleName());
        }
        return exitCode;
    }

    private InputStream input() throws IOException, UsageException {
        return calls.toString().equals("-") ? console.in() : Files.newInputStream(UsageException.requireFile(calls));
    }

    private void decide(Trial trial, String text, int number) {
        CallLine line = CallLine.read(text, number);
        for (String member : line.ignored()) {
            if (ignored.add(member)) {
                report("line " + number + ": the member \"" + member + "\" is not used");
            }
        }
        PolicySession used = eachAlone ? trial.newSession() : trial.session(session);
        try {
            print(line.id(), trial.decide(used, line.call()));
        } catch (UsageException e) {
            exitCode = ExitCode.FAILED;
            String problem = "line " + number + ": " + e.getMessage();
            report(problem);
            print(line.id(), Verdict.invalid(problem));
        } finally {
            if (eachAlone) {
                used.close();
            }
        }
    }

    private void print(JsonNode id, Verdict verdict) {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.set("id", id);
        console.printLine(verdict.addTo(line));
    }
}
