package dev.toolpolicy.lab.agentdyn;

import dev.toolpolicy.runtime.InvalidPolicyException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Replays AgentDyn's recorded runs under policy files, and prints what would have run unasked. */
public final class AgentDynMain {
    /** The program prints what would run, so the log has errors only. Kept here, since loggers are kept weakly. */
    private static final Logger LOG = Logger.getLogger("dev.toolpolicy");

    private static final List<String> POLICIES = List.of("consequential.toml", "wide.toml");

    private AgentDynMain() {}

    /**
     * Runs the program.
     *
     * @param args the folder of the suites, that of the runs, that of the policies, and the file for the records of the
     *     first policy or {@code ""}
     * @throws IOException if the data can't be read, or the records can't be written
     */
    public static void main(String[] args) throws IOException {
        LOG.setLevel(Level.SEVERE);
        System.exit(run(args, System.out));
    }

    /** Runs the program and gives its exit code: 2 if there is nothing to replay. */
    static int run(String[] args, PrintStream out) throws IOException {
        if (args.length != 4) {
            out.println("usage: agentdyn DATA RUNS POLICIES RECORDS");
            return 2;
        } else if (!Files.isDirectory(Path.of(args[1]))) {
            out.println("there is no folder " + args[1] + "; -Pruns=DIR names the folder of the runs");
            return 2;
        }
        List<RecordedRun> runs = RecordedRun.readAll(Path.of(args[1]));
        for (String policy : POLICIES) {
            Path file = Path.of(args[2]).resolve(policy);
            try {
                Report report = new Report(new Replay(Path.of(args[0]), file).play(runs));
                out.println("**" + policy + "**, " + lines(file) + " lines\n\n" + report.table());
                if (policy.equals(POLICIES.get(0)) && !args[3].isEmpty()) {
                    Files.writeString(Path.of(args[3]), report.records());
                }
            } catch (InvalidPolicyException e) {
                out.println(e.getMessage());
                return 2;
            }
        }
        return 0;
    }

    private static long lines(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .count();
    }
}
