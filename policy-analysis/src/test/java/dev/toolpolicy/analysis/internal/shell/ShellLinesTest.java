package dev.toolpolicy.analysis.internal.shell;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.analysis.internal.shell.line.ReadCommands;
import dev.toolpolicy.analysis.internal.shell.match.CommandMachine;
import dev.toolpolicy.analysis.internal.shell.match.CommandSet;
import dev.toolpolicy.analysis.internal.shell.match.Verdict;
import dev.toolpolicy.shared.SharedData;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The conformance vectors of command lines. */
class ShellLinesTest {
    private static final String SUBSTITUTION = "a substitution whose inside is plain is read (S1)";
    private static final String HERE = "a here-document whose text the shell leaves alone is read (S10)";

    /** The vectors that call a line not plain which is plain now, with the reason and its commands. */
    private static final Map<String, Read> PLAIN_NOW = Map.of(
            "shell-2024-62", new Read(SUBSTITUTION, List.of("rm x", "echo ?")),
            "shell-2024-63", new Read(SUBSTITUTION, List.of("rm x", "echo ?")),
            "shell-2024-175", new Read(SUBSTITUTION, List.of("cat", "<< EOF", "git commit -m ?")),
            "shell-2024-176", new Read(SUBSTITUTION, List.of("date", "echo ?", "git push")),
            "shell-2024-200", new Read(HERE, List.of("cat", "<< EOF", "rm y")),
            "shell-2024-250", new Read(SUBSTITUTION, List.of("git push", "echo ?")),
            "shell-2024-651", new Read(SUBSTITUTION, List.of("git", "> ush", "echo ?")),
            "shell-2024-1233", new Read(SUBSTITUTION, List.of("git ?", "echo ?")),
            "shell-2024-1260", new Read(SUBSTITUTION, List.of("git ?", "echo ?")));

    /** A vector whose line stops being plain later than it says, since a substitution may be plain. */
    private static final String LATER = "shell-2024-253";

    /** Why a line is plain now, and its commands, in which ? is an unknown word. */
    private record Read(String reason, List<String> commands) {}

    /** Returns all vectors but those that call a line not plain which is plain now. */
    static List<JsonNode> vectors() throws IOException {
        return allVectors().stream()
                .filter(vector -> !PLAIN_NOW.containsKey(vector.get("id").textValue()))
                .toList();
    }

    private static List<JsonNode> allVectors() throws IOException {
        List<JsonNode> vectors = new ArrayList<>();
        new ObjectMapper()
                .readTree(SharedData.text("conformance/shell-lines.json"))
                .forEach(vectors::add);
        return vectors;
    }

    @Test
    void whatIsPlainNowIsReadAndFoundByStricterRules() throws IOException {
        int seen = 0;
        for (JsonNode vector : allVectors()) {
            Read now = PLAIN_NOW.get(vector.get("id").textValue());
            if (now == null) {
                continue;
            }
            seen++;
            String line = vector.get("line").textValue();
            List<String> commands = ReadCommands.of(line).orElseThrow().stream()
                    .map(words -> words.stream()
                            .map(word -> word == null ? "?" : word)
                            .collect(Collectors.joining(" ")))
                    .toList();
            assertThat(commands).as("%s: %s", line, now.reason()).isEqualTo(now.commands());
            for (JsonNode asked : vector.get("every")) {
                assertThat(asked.get("holds").booleanValue()).isFalse();
                assertThat(set(asked).every().verdict(line)).as(line + asked).isEqualTo(Verdict.FALSE);
            }
            for (JsonNode asked : vector.get("some")) {
                if (asked.get("holds").booleanValue()) {
                    assertThat(set(asked).some().verdict(line)).as(line + asked).isEqualTo(Verdict.TRUE);
                }
            }
        }
        assertThat(seen).isEqualTo(PLAIN_NOW.size());
    }

    @Test
    void plainLinesAreReadAsTheVectorsSay() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (JsonNode vector : vectors()) {
            String line = vector.get("line").textValue();
            Optional<List<List<@Nullable String>>> read = ReadCommands.of(line);
            List<List<@Nullable String>> expected = new ArrayList<>();
            vector.path("commands").forEach(command -> {
                List<@Nullable String> words = new ArrayList<>();
                command.forEach(word -> words.add(word.textValue()));
                expected.add(words);
            });
            boolean plain = vector.get("plain").booleanValue();
            if (read.isPresent() != plain || plain && !read.get().equals(expected)) {
                wrong.add(vector.get("id") + " " + vector.get("line") + " " + vector.path("commands")
                        + vector.path("reason") + " got " + read);
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void everyHoldsAndIsRefutedAsTheVectorsSay() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (JsonNode vector : vectors()) {
            for (JsonNode asked : vector.get("every")) {
                CommandMachine machine = set(asked).every();
                Outcome outcome = Outcome.of(machine, vector.get("line").textValue());
                boolean holds = asked.get("holds").booleanValue();
                int latest = asked.path("refuted_at").asInt(Integer.MAX_VALUE);
                boolean late = !holds
                        && outcome.at() > latest
                        && !vector.get("id").textValue().equals(LATER);
                if (holds != (outcome.verdict() == Verdict.TRUE) || late) {
                    wrong.add(vector.get("id") + " " + vector.get("line") + " " + asked + " got " + outcome);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void someHoldsAsTheVectorsSay() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (JsonNode vector : vectors()) {
            for (JsonNode asked : vector.get("some")) {
                CommandMachine machine = set(asked).some();
                Outcome outcome = Outcome.of(machine, vector.get("line").textValue());
                boolean holds = asked.get("holds").booleanValue();
                boolean plain = vector.get("plain").booleanValue();
                Verdict expected = holds ? Verdict.TRUE : plain ? Verdict.FALSE : Verdict.UNKNOWN;
                boolean late = holds && outcome.at() > asked.path("at").asInt(Integer.MAX_VALUE);
                if (outcome.verdict() != expected || late) {
                    wrong.add(vector.get("id") + " " + vector.get("line") + " " + asked + " got " + outcome);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static CommandSet set(JsonNode asked) {
        List<String> patterns = new ArrayList<>();
        asked.get("patterns").forEach(pattern -> patterns.add(pattern.textValue()));
        return CommandSet.of(patterns);
    }

    /** A verdict and the number of UTF-16 units after which it was certain. */
    record Outcome(Verdict verdict, int at) {
        static Outcome of(CommandMachine machine, String line) {
            int[] state = new int[machine.size()];
            machine.start(state, 0);
            for (int i = 0; i < line.length(); ) {
                int c = line.codePointAt(i);
                i += Character.charCount(c);
                machine.step(state, 0, c);
                if (machine.verdict(state, 0) != Verdict.OPEN) {
                    return new Outcome(machine.verdict(state, 0), i);
                }
            }
            return new Outcome(machine.end(state, 0), line.length());
        }
    }
}
