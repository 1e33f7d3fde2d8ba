package dev.toolpolicy.lab.lists;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.shared.SharedData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists that people wrote, and calls under them: no decision is less strict than the list's. */
class ListVectorsTest {
    private static final List<String> STRICTNESS = List.of("allow", "ask", "deny");

    @Test
    void isNeverLooserAndMostlyTheSame() throws IOException {
        List<JsonNode> vectors = ListVectors.read(SharedData.path("conformance/lists.jsonl"));
        Map<String, JsonNode> byId = new LinkedHashMap<>();
        Set<String> lists = new HashSet<>();
        vectors.forEach(each -> {
            byId.put(each.path("id").asText(), each);
            lists.add(each.path("list").asText());
        });
        List<String> looser = new ArrayList<>();
        Set<String> refused = new HashSet<>();
        Map<String, int[]> exact = new HashMap<>();
        new ListVectors(SharedData.path("policy-lists")).run(vectors, answer -> {
            if (answer.has("refused")) {
                refused.add(answer.path("list").asText());
            } else {
                compare(byId.remove(answer.path("id").asText()), answer, looser, exact);
            }
        });

        assertThat(looser).isEmpty();
        assertThat(refused.size() * 20).isLessThanOrEqualTo(lists.size());
        assertThat(byId.values())
                .allMatch(each -> refused.contains(each.path("list").asText()));
        int[] all = new int[2];
        exact.forEach((format, counts) -> {
            assertThat(100.0 * counts[0] / counts[1]).as(format).isGreaterThanOrEqualTo(90);
            all[0] += counts[0];
            all[1] += counts[1];
        });
        assertThat(100.0 * all[0] / all[1]).isGreaterThanOrEqualTo(99);
    }

    private static void compare(JsonNode vector, ObjectNode answer, List<String> looser, Map<String, int[]> exact) {
        String mode = answer.path("mode").asText();
        String expected = vector.path("expect").asText();
        if (STRICTNESS.indexOf(mode) < STRICTNESS.indexOf(expected)) {
            looser.add(mode + " for " + vector);
        }
        if (vector.path("exact").asBoolean()) {
            int[] counts = exact.computeIfAbsent(vector.path("format").asText(), format -> new int[2]);
            counts[0] += mode.equals(expected) ? 1 : 0;
            counts[1]++;
        }
    }

    /** Lists of our own for the formats of which no list is shared. */
    @Test
    void listsOfAugmentAndContinueDecideAsTheyAreMeant() throws IOException {
        Path folder = Path.of("src/test/resources/lists");
        List<JsonNode> vectors = ListVectors.read(folder.resolve("vectors.jsonl"));
        Map<String, JsonNode> byId = new LinkedHashMap<>();
        vectors.forEach(each -> byId.put(each.path("id").asText(), each));
        List<String> looser = new ArrayList<>();
        List<String> other = new ArrayList<>();
        new ListVectors(folder).run(vectors, answer -> {
            JsonNode vector = byId.remove(answer.path("id").asText());
            Map<String, int[]> exact = new HashMap<>();
            compare(vector, answer, looser, exact);
            exact.values().stream()
                    .filter(counts -> counts[0] < counts[1])
                    .forEach(counts -> other.add(answer + " for " + vector));
        });

        assertThat(looser).isEmpty();
        assertThat(other).isEmpty();
        assertThat(byId).as("calls without an answer").isEmpty();
    }

    @Test
    void writesALineForEachCallAndEachRefusedList(@TempDir Path folder) throws IOException {
        Files.writeString(
                folder.resolve("a.json"), "{\"permissions\": {\"allow\": [\"Bash(ls:*)\"], \"deny\": [\"x__*\"]}}");
        Files.writeString(folder.resolve("b.json"), "{\"permissions\": {\"allow\": [1]}}");
        Path vectors = folder.resolve("vectors.jsonl");
        String call = "{\"list\": \"%s\", \"format\": \"claude\", \"id\": \"%s\", \"call\": {\"tool\": \"%s\","
                + " \"arguments\": {%s}}}%n";
        Files.writeString(
                vectors,
                String.format(call, "a.json", "1", "Bash", "\"command\": \"ls src\"")
                        + String.format(call, "a.json", "2", "x__y", "")
                        + String.format(call, "a.json", "3", "z", "")
                        + String.format(call, "b.json", "4", "Bash", "\"command\": \"ls\""));
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        int code = ListVectorsMain.run(
                new String[] {folder.toString(), vectors.toString()},
                new PrintStream(out, true, StandardCharsets.UTF_8));

        assertThat(code).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "{\"id\":\"1\",\"mode\":\"allow\"}",
                        "{\"id\":\"2\",\"mode\":\"deny\"}",
                        "{\"id\":\"3\",\"mode\":\"ask\"}",
                        "{\"list\":\"b.json\",\"refused\":\"" + folder.resolve("b.json")
                                + ":1:28: a rule is a text\"}");
    }
}
