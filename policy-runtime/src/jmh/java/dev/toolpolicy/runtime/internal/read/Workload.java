package dev.toolpolicy.runtime.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/** The texts that are measured, made of recorded calls, and their cutting. */
final class Workload {
    private static final String RECORDED = "/streams/long-arguments.jsonl";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Workload() {}

    /** A text by its name: {@code create}, {@code modify} or {@code numbers}. */
    static String text(String name, int size) {
        switch (name) {
            case "create":
                return createFile(size);
            case "modify":
                return modifyFile(size);
            case "numbers":
                return numbers(size);
            default:
                throw new IllegalArgumentException("no text is called " + name);
        }
    }

    /** A call that creates a file of recorded source code. */
    private static String createFile(int size) {
        StringBuilder content = new StringBuilder();
        List<JsonNode> calls = recorded("fs_create_file");
        for (int i = 0; content.length() < size; i = (i + 1) % calls.size()) {
            if (calls.get(i).get("path").asText().endsWith(".rs")) {
                content.append(calls.get(i).get("content").asText());
            }
        }
        content.setLength(size);
        return JsonNodeFactory.instance
                .objectNode()
                .put("path", "src/main/generated.rs")
                .put("content", content.toString())
                .toString();
    }

    /** A call with many recorded edits: an array of small objects. */
    private static String modifyFile(int size) {
        ObjectNode call = JsonNodeFactory.instance.objectNode().put("path", "src/lib.rs");
        ArrayNode patterns = call.putArray("patterns");
        List<JsonNode> calls = recorded("fs_modify_file");
        int length = 0;
        for (int i = 0; length < size; i = (i + 1) % calls.size()) {
            for (JsonNode pattern : calls.get(i).path("patterns")) {
                if (pattern.toString().length() < 400) {
                    patterns.add(pattern);
                    length += pattern.toString().length();
                }
            }
        }
        return call.toString();
    }

    /** A call with rows of numbers. */
    private static String numbers(int size) {
        Random random = new Random(1);
        StringBuilder text = new StringBuilder("{\"rows\":[");
        while (text.length() < size) {
            text.append("{\"id\":").append(random.nextInt(100_000)).append(",\"at\":[");
            text.append(random.nextInt(1_000) / 10.0).append(',').append(random.nextInt(1_000) / 10.0);
            text.append("],\"on\":").append(random.nextBoolean()).append("},");
        }
        return text.append("null]}").toString();
    }

    private static List<JsonNode> recorded(String tool) {
        List<JsonNode> calls = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(Workload.class.getResourceAsStream(RECORDED), RECORDED),
                StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode call = MAPPER.readTree(line);
                if (call.get("name").asText().equals(tool)) {
                    calls.add(call.get("arguments"));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return calls;
    }

    /** The text in chunks of so many characters; 0 leaves it whole, -n makes each as long as a die of n sides says. */
    static String[] cut(String text, int size) {
        if (size == 0) {
            return new String[] {text};
        }
        Random die = new Random(1);
        List<String> chunks = new ArrayList<>();
        for (int i = 0; i < text.length(); ) {
            int end = Math.min(text.length(), i + (size > 0 ? size : 1 + die.nextInt(-size)));
            chunks.add(text.substring(i, end));
            i = end;
        }
        return chunks.toArray(new String[0]);
    }
}
