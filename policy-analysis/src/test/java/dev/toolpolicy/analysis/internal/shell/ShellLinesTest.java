package dev.toolpolicy.analysis.internal.shell;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.analysis.internal.shell.line.LineReader;
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
        System.out.println("states " + LineReader.states());
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
}
