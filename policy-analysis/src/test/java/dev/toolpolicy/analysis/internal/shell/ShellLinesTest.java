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
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The conformance vectors of command lines. */
class ShellLinesTest {

    static List<JsonNode> vectors() throws IOException {
        List<JsonNode> vectors = new ArrayList<>();
        new ObjectMapper()
                .readTree(SharedData.text("conformance/shell-lines.json"))
                .forEach(vectors::add);
        return vectors;
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
                boolean late = !holds && outcome.at() > latest;
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
