package dev.toolpolicy.lab.agentdyn;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * A run of a model, as its authors recorded it.
 *
 * @param id its name
 * @param model the model
 * @param suite the assistant's tools
 * @param user the user's message
 * @param isAttacked whether a text in it was planted
 * @param hasSucceeded whether the attack was done
 * @param readAt the first step whose result has the planted text
 * @param effects the steps that do the attack
 * @param steps the calls in order
 */
record RecordedRun(
        String id,
        String model,
        String suite,
        String user,
        boolean isAttacked,
        boolean hasSucceeded,
        Optional<Integer> readAt,
        List<Integer> effects,
        List<Step> steps) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * A call and what became of it.
     *
     * @param turn the number of the model's response
     * @param tool the tool
     * @param arguments the arguments as JSON
     * @param result what the model got; empty if the call never ran
     * @param hasFailed whether the tool threw
     * @param isOffered whether there is such a tool
     */
    record Step(
            int turn, String tool, String arguments, Optional<JsonNode> result, boolean hasFailed, boolean isOffered) {

        static Step of(JsonNode step) {
            JsonNode told = step.has("value") ? step.get("value") : step.path("result");
            return new Step(
                    step.path("turn").asInt(),
                    step.path("tool").asText(),
                    step.path("arguments").toString(),
                    step.path("result").isNull() ? Optional.empty() : Optional.of(told),
                    step.path("failure").asBoolean(),
                    step.path("offered").asBoolean(true));
        }
    }

    /** Returns the steps that did the attack: they ran, and didn't fail. */
    List<Integer> done() {
        return effects.stream()
                .filter(step ->
                        steps.get(step).result().isPresent() && !steps.get(step).hasFailed())
                .toList();
    }

    /** Reads the runs of all files of a folder, in the order of their names. */
    static List<RecordedRun> readAll(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(file -> file.toString().endsWith(".jsonl.gz"))
                    .sorted()
                    .toList();
        }
        List<RecordedRun> runs = new ArrayList<>();
        for (Path file : files) {
            try (InputStream in = new GZIPInputStream(Files.newInputStream(file));
                    BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    runs.add(of(JSON.readTree(line)));
                }
            }
        }
        return runs;
    }

    private static RecordedRun of(JsonNode run) {
        List<Step> steps = new ArrayList<>();
        run.path("steps").forEach(step -> steps.add(Step.of(step)));
        List<Integer> effects = new ArrayList<>();
        run.path("attack_steps").forEach(step -> effects.add(step.asInt()));
        JsonNode readAt = run.path("injection_seen_at");
        return new RecordedRun(
                run.path("id").asText(),
                run.path("model").asText(),
                run.path("suite").asText(),
                run.path("user").asText(),
                !run.path("injection_task").isNull(),
                run.path("security").asBoolean(),
                readAt.isNumber() ? Optional.of(readAt.asInt()) : Optional.empty(),
                effects,
                steps);
    }
}
