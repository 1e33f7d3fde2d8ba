package dev.toolpolicy.stream.gate;

import static dev.toolpolicy.stream.gate.Gates.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import dev.toolpolicy.stream.run.StreamRunner;
import dev.toolpolicy.stream.run.StreamSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** A complete response through the gate gives the same verdicts as its stream, for all sizes of chunks. */
class WholeResponsesTest {
    private static final List<ToolCallDelta> CALLS = List.of(
            new ToolCallDelta(0, "", "write", "{\"path\":\"src/a\"}"),
            new ToolCallDelta(0, "", "write", "{\"path\":\".git/config\"}"),
            new ToolCallDelta(0, "", "write", "{\"path\":\"x\"}"),
            new ToolCallDelta(0, "", "ping", ""),
            new ToolCallDelta(0, "", "deploy", "{}"),
            new ToolCallDelta(0, "", "remove", "{\"path\":\"a\",\"force\":false}"),
            new ToolCallDelta(0, "", "remove", "{\"path\":\"a\"}"),
            new ToolCallDelta(0, "", "read", "{\"path\":"),
            new ToolCallDelta(0, "", "", "{}"));

    private static List<ToolCallDelta> some(Random random) {
        List<ToolCallDelta> calls = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            ToolCallDelta call = CALLS.get(random.nextInt(CALLS.size()));
            calls.add(new ToolCallDelta(calls.size(), "id" + calls.size(), call.name(), call.arguments()));
        }
        return calls;
    }

    private static List<StreamChunk> cut(Random random, ToolCallDelta call) {
        List<StreamChunk> chunks = new ArrayList<>();
        chunks.add(Gates.delta(call.index(), call.id(), call.name(), ""));
        TreeSet<Integer> cuts = new TreeSet<>(List.of(0, call.arguments().length()));
        for (int i = random.nextInt(4); i > 0; i--) {
            cuts.add(random.nextInt(call.arguments().length() + 1));
        }
        int from = 0;
        for (int to : cuts) {
            chunks.add(Gates.delta(call.index(), "", "", call.arguments().substring(from, to)));
            from = to;
        }
        return chunks;
    }

    @RepeatedTest(50)
    void theSameGoesOutOfAWholeAndAStreamedResponse() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        Random random = new Random(seed);
        String finish = random.nextInt(4) == 0 ? "length" : "tool_calls";
        List<ToolCallDelta> calls = some(random);
        List<StreamChunk> streamed = new ArrayList<>();
        streamed.add(StreamChunk.text("So."));
        calls.forEach(call -> streamed.addAll(cut(random, call)));
        streamed.add(StreamChunk.finish(finish));
        StreamChunk whole = StreamChunk.text("So.").withToolCalls(calls).withFinishReason(finish);

        // Cut off, a streamed response still lets out what was complete before the last call; serially that is known.
        StreamSettings settings = StreamSettings.defaults().deferringCalls().checkingOutput();
        ToolGate gate = ToolGate.of(request -> Gates.session());
        List<StreamChunk> once = StreamRunner.of(settings, List.of(gate)).complete(Gates.REQUEST, List.of(whole));
        List<StreamChunk> pieces = Gates.through(gate, settings, streamed);

        assertThat(once).hasSize(1);
        assertThat(calls(pieces)).as("seed %d, %s", seed, calls).isEqualTo(calls(once));
        assertThat(text(pieces)).as("seed %d, %s", seed, calls).isEqualTo(text(once));
        assertThat(words(pieces))
                .as("seed %d, %s", seed, calls)
                .endsWith("|" + once.get(0).finishReason());
    }

    private static String calls(List<StreamChunk> chunks) {
        return words(chunks.stream()
                .map(chunk -> chunk.withContent("").withFinishReason(""))
                .toList());
    }

    private static String text(List<StreamChunk> chunks) {
        return words(chunks.stream().map(StreamChunk::contentOnly).toList());
    }

    @Test
    void aWholeResponseThatPassesIsTheVeryChunk() {
        StreamChunk whole = StreamChunk.text("So.")
                .withToolCalls(List.of(new ToolCallDelta(0, "a", "ping", "{}")))
                .withFinishReason("tool_calls")
                .withRaw("raw");
        assertThat(StreamRunner.of(ToolGate.of(request -> Gates.session()))
                        .complete(Gates.REQUEST, List.of(whole))
                        .get(0))
                .isSameAs(whole);
    }
}
