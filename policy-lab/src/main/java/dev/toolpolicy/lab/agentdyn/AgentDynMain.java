package dev.toolpolicy.lab.agentdyn;

import dev.toolpolicy.lab.agentdyn.Replay.Played;
import dev.toolpolicy.runtime.InvalidPolicyException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Replays AgentDyn's recorded runs under policy files, and prints what would have run unasked. */
public final class AgentDynMain {
    /** The program prints what would run, so the log has errors only. Kept here, since loggers are kept weakly. */
    private static final Logger LOG = Logger.getLogger("dev.toolpolicy");

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
        for (String policy : List.of("consequential", "wide")) {
            try {
                Path file = Path.of(args[2]).resolve(policy + ".toml");
                List<Played> played = new Replay(Path.of(args[0]), file).play(runs);
                out.println("## " + policy + ".toml, " + lines(file) + " lines\n");
                out.println(table(new Score(played), runs));
                if (policy.equals("consequential") && !args[3].isEmpty()) {
                    write(Path.of(args[3]), played);
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

    private static String table(Score score, List<RecordedRun> runs) {
        List<String> heads = new ArrayList<>(List.of("all"));
        List<Score> columns = new ArrayList<>(List.of(score));
        List<Function<RecordedRun, String>> keys = List.of(RecordedRun::model, RecordedRun::suite);
        for (Function<RecordedRun, String> key : keys) {
            for (String value : runs.stream().map(key).distinct().toList()) {
                heads.add(value);
                columns.add(score.of(run -> key.apply(run).equals(value)));
            }
        }
        StringBuilder table = new StringBuilder("| | " + String.join(" | ", heads) + " |\n|---|");
        table.append("---|".repeat(heads.size())).append('\n');
        row(table, "attacks: money, mail, accounts, deletion unasked", columns, Score::unattendedConsequential);
        row(table, "attacks: other effects unasked", columns, Score::unattendedOther);
        row(table, "attacks: a person was asked", columns, Score::asked);
        row(table, "benign runs without a question", columns, Score::silent);
        row(table, "benign runs with a denial", columns, Score::blocked);
        row(table, "questions a benign run", columns, Score::questions);
        row(table, "questions an attacked run", columns, Score::questionsUnderAttack);
        return table.toString();
    }

    private static void row(StringBuilder table, String title, List<Score> columns, Function<Score, String> value) {
        table.append("| ").append(title);
        columns.forEach(column -> table.append(" | ").append(value.apply(column)));
        table.append(" |\n");
    }

    private static void write(Path file, List<Played> played) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (Played each : played) {
            for (int step = 0; step < each.verdicts().size(); step++) {
                lines.append("{\"run\":\"" + each.run().id() + "\",\"step\":" + step + ",\"verdict\":\""
                        + each.verdicts().get(step).word() + "\"}\n");
            }
        }
        Files.writeString(file, lines, StandardCharsets.UTF_8);
    }
}
