package dev.toolpolicy.runtime.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls as real models sent them, in the chunks that arrived and in others. */
class RecordedStreamsTest {

    record Call(String file, JsonNode recorded) {
        List<String> chunks() {
            List<String> chunks = new ArrayList<>();
            recorded.get("chunks").forEach(chunk -> chunks.add(chunk.asText()));
            return chunks;
        }

        String format() {
            return recorded.get("format").asText();
        }

        String status() {
            return recorded.get("status").asText();
        }

        @Override
        public String toString() {
            return file + " " + recorded.get("name").asText();
        }
    }

    static Stream<Call> calls() {
        List<Call> calls = new ArrayList<>();
        for (Path file : Resources.files("streams/calls")) {
            for (JsonNode call : Resources.json(file).get("calls")) {
                calls.add(new Call(file.getFileName().toString(), call));
            }
        }
        return calls.stream();
    }

    @ParameterizedTest
    @MethodSource("calls")
    void eachCallHasItsOutcomeHoweverItIsCut(Call call) {
        if (call.format().equals("gemini-partialArgs")) {
            return; // PathDeltasTest reads those
        }
        List<String> chunks = call.chunks();
        String text = String.join("", chunks);
        Texts.Reading reading = Texts.read(ArgumentLimits.defaults(), chunks);
        String expected = expectedOutcome(call, text);
        assertThat(reading.error().map(error -> error.code().id()).orElse("none"))
                .isEqualTo(expected);
        Cuts.forEach(
                text,
                new Random(7),
                cut -> assertThat(Texts.read(ArgumentLimits.defaults(), cut)).isEqualTo(reading));
        if (expected.equals("none")) {
            assertThat(Values.of(chunks)).isEqualTo(Values.jackson(text));
        }
    }

    private static String expectedOutcome(Call call, String text) {
        if (call.recorded().get("complete").asBoolean()) {
            return call.format().equals("free-text") && text.startsWith("SELECT") ? "malformed-json" : "none";
        }
        return text.equals("invalid_arguments_format") ? "malformed-json" : "truncated";
    }

    @Test
    void readsCallsAsTheClientsDid() {
        int compared = 0;
        for (Call call : calls().toList()) {
            JsonNode agrees = call.recorded().path("expected_agrees");
            if (call.format().equals("json-text") && agrees.isBoolean() && agrees.asBoolean()) {
                String text = call.recorded().get("expected").asText();
                String read = String.join("", call.chunks()).isBlank() ? "{}" : String.join("", call.chunks());
                assertThat(Values.of(List.of(read))).as(call.toString()).isEqualTo(Values.jackson(text));
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(50);
    }

    @Test
    void longArgumentsOfACodingAgentAreReadInEveryChunkSize() {
        List<JsonNode> calls = Resources.lines("streams/long-arguments.jsonl");
        assertThat(calls).hasSizeGreaterThan(200);
        for (JsonNode call : calls) {
            String text = call.get("arguments").toString();
            Texts.Reading whole = Texts.read(text);
            assertThat(whole.error()).isEmpty();
            for (int size : new int[] {1, 2, 3, 4, 7, 16, 61, 4096}) {
                assertThat(Texts.read(ArgumentLimits.defaults(), Texts.chunks(text, size)))
                        .isEqualTo(whole);
                assertThat(Values.of(Texts.chunks(text, size))).isEqualTo(Values.jackson(text));
            }
        }
    }
}
