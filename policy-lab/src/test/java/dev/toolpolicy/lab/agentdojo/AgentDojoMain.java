package dev.toolpolicy.lab.agentdojo;

import dev.toolpolicy.runtime.InvalidPolicyException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;

/** Replays the tasks and attacks of AgentDojo under policy files, and prints what would have run. */
public final class AgentDojoMain {
    /** The program prints what would run, so the log has errors only. Kept here, since loggers are kept weakly. */
    private static final Logger LOG = Logger.getLogger("dev.toolpolicy");

    private AgentDojoMain() {}

    /**
     * Runs the program.
     *
     * @param args the folder of data, that of policies or one file for all suites, that of more attacks or {@code ""}, and the file for the
     *     records or {@code ""}
     * @throws IOException if the records can't be written
     */
    public static void main(String[] args) throws IOException {
        LOG.setLevel(Level.SEVERE);
        System.exit(run(args, System.out));
    }

    /** Runs the program and gives its exit code: 1 for dead rules, 2 if there is nothing to replay. */
    static int run(String[] args, PrintStream out) throws IOException {
        if (args.length != 4) {
            out.println("usage: agentdojo DATA POLICIES ATTACKS RECORDS");
            return 2;
        }
        List<Replay> replays = new ArrayList<>();
        try {
            Optional<Path> attacks =
                    Optional.of(args[2]).filter(name -> !name.isEmpty()).map(Path::of);
            for (Suite suite : new SuiteReader(Path.of(args[0]), attacks).suites()) {
                Path policies = Path.of(args[1]);
                replays.add(Replay.of(
                        suite, Files.isRegularFile(policies) ? policies : policies.resolve(suite.name() + ".toml")));
            }
        } catch (DataException | InvalidPolicyException e) {
            out.println(e.getMessage());
            return 2;
        }
        Report report = new Report(replays);
        out.print(report.text());
        out.println();
        out.println(report.time());
        if (!args[3].isEmpty()) {
            write(Path.of(args[3]), replays);
        }
        return replays.stream().allMatch(replay -> replay.deadRules().isEmpty()) ? 0 : 1;
    }

    private static void write(Path file, List<Replay> replays) throws IOException {
        String lines = replays.stream()
                .flatMap(replay -> RecordLines.of(replay).stream())
                .collect(Collectors.joining("\n", "", "\n"));
        Files.writeString(file, lines, StandardCharsets.UTF_8);
    }
}
