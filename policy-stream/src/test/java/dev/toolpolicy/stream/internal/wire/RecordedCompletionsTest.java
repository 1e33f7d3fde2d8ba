package dev.toolpolicy.stream.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.stream.CompletedUnit;
import dev.toolpolicy.stream.EventDrivenPolicy;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamContext;
import dev.toolpolicy.stream.StreamRequest;
import dev.toolpolicy.stream.run.Sent;
import dev.toolpolicy.stream.run.StreamRunner;
import dev.toolpolicy.stream.run.StreamSettings;
import dev.toolpolicy.stream.run.ToolCallJudge;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Complete units on recorded responses: stream policies hear of exactly those that the catalogue lists. */
class RecordedCompletionsTest {
    private static final StreamRequest REQUEST = StreamRequest.of("recorded");

    /** Passes everything on and keeps what completes, and what never does. */
    private static final class Completed implements EventDrivenPolicy<@Nullable Void> {
        private final List<CompletedUnit> calls = new ArrayList<>();
        private final List<CompletedUnit> incomplete = new ArrayList<>();
        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable Void createState() {
            return null;
        }

        @Override
        public void onToolCallCompleted(
                CompletedUnit call, StreamChunk chunk, @Nullable Void state, StreamContext context) {
            calls.add(call);
        }

        @Override
        public void onMessageCompleted(
                CompletedUnit message, StreamChunk chunk, @Nullable Void state, StreamContext context) {
            text.append(message.text());
        }

        @Override
        public void onChunkComplete(StreamChunk chunk, @Nullable Void state, StreamContext context) {
            context.send(chunk);
        }

        @Override
        public void onStreamClosed(@Nullable Void state, StreamContext context) {
            incomplete.addAll(context.incomplete());
        }
    }

    private static final StreamSettings SERIAL = StreamSettings.defaults();
    private static final StreamSettings AT_FINISH = StreamSettings.defaults().deferringCalls();

    private static Completed run(StreamSettings settings, List<StreamChunk> chunks) {
        Completed policy = new Completed();
        assertThat(Sent.by(StreamRunner.of(settings, List.of(policy)), REQUEST, chunks))
                .hasSameSizeAs(chunks);
        return policy;
    }

    private static List<String> words(List<CompletedUnit> calls) {
        return calls.stream()
                .map(call -> call.name() + "#" + call.id() + " " + call.text())
                .toList();
    }

    private static List<String> listed(RecordedStream stream) {
        return stream.calls().stream()
                .map(RecordedStream.Call::assembled)
                .map(call -> call.name() + "#" + call.id() + " " + call.text())
                .toList();
    }

    static Stream<RecordedStream> bodies() {
        return RecordedBodiesTest.bodies();
    }

    static Stream<RecordedStream> recordings() {
        return RecordedStream.all().stream()
                .filter(stream -> !stream.stopReason().isEmpty());
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void theCompletedCallsOfABodyAreThoseThatAreListed(RecordedStream stream) throws WireException {
        List<StreamChunk> chunks = StreamChunks.ofParts(
                WireResponse.read(RecordedStream.text(stream.body().orElseThrow()))
                        .parts());
        for (StreamSettings settings : List.of(SERIAL, AT_FINISH)) {
            Completed policy = run(settings, chunks);
            assertThat(words(policy.calls)).isEqualTo(listed(stream));
            assertThat(policy.incomplete).isEmpty();
            boolean cut = stream.stopReason().equals("length");
            assertThat(policy.calls.get(policy.calls.size() - 1).truncated()).isEqualTo(cut);
        }
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void eventsAreUnderstoodAsTheyCome(RecordedStream stream) throws IOException, WireException {
        if (WireChunksTest.isEdited(stream) || WireChunksTest.callsByProvider(stream)) {
            return;
        }
        ChunkCodec codec = WireChunksTest.codec(stream);
        List<StreamChunk> chunks = StreamChunks.ofEvents(codec, WireChunksTest.ended(stream));
        for (StreamSettings settings : List.of(SERIAL, AT_FINISH)) {
            assertThat(words(run(settings, chunks).calls)).isEqualTo(listed(stream));
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void theCallsOfEveryRecordingAreComplete(RecordedStream stream) throws WireException {
        List<StreamChunk> chunks = StreamChunks.ofParts(
                WireResponse.read(WireBodies.streamed(stream)).parts());
        assertThat(words(run(AT_FINISH, chunks).calls)).containsExactlyInAnyOrderElementsOf(listed(stream));
        List<Integer> sequence = stream.sequence();
        if (sequence.equals(sequence.stream().sorted().toList())) {
            assertThat(words(run(SERIAL, chunks).calls)).isEqualTo(listed(stream));
        }
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void aBodyThatStopsAnywhereCompletesNoCallThatIsNotWhole(RecordedStream stream) throws WireException {
        List<StreamChunk> chunks = StreamChunks.ofParts(
                WireResponse.read(RecordedStream.text(stream.body().orElseThrow()))
                        .parts());
        List<String> listed = listed(stream);
        for (int length = 1; length < chunks.size(); length += 1 + chunks.size() / 30) {
            Completed policy = run(SERIAL, chunks.subList(0, length));
            assertThat(words(policy.calls)).isEqualTo(listed.subList(0, policy.calls.size()));
            assertThat(policy.calls.size() + policy.incomplete.size()).isPositive();
        }
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void aJudgeThatBlocksLetsNothingOfACallThrough(RecordedStream stream) throws WireException {
        List<StreamChunk> chunks = StreamChunks.ofParts(
                WireResponse.read(RecordedStream.text(stream.body().orElseThrow()))
                        .parts());
        StreamRunner runner =
                StreamRunner.of(ToolCallJudge.of((call, request) -> ToolCallJudge.Verdict.block("closed")));
        List<StreamChunk> sent = Sent.by(runner, REQUEST, chunks);
        assertThat(sent).allSatisfy(chunk -> assertThat(chunk.toolCalls()).isEmpty());
        assertThat(sent.get(sent.size() - 1).finishReason()).isIn("stop", "length");
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void aJudgeThatPassesLetsEveryCallThroughAsItCame(RecordedStream stream) throws WireException {
        List<StreamChunk> chunks = StreamChunks.ofParts(
                WireResponse.read(RecordedStream.text(stream.body().orElseThrow()))
                        .parts());
        StreamRunner runner = StreamRunner.of(ToolCallJudge.of((call, request) -> ToolCallJudge.Verdict.pass()));
        List<String> sent = new ArrayList<>();
        Sent.by(runner, REQUEST, chunks)
                .forEach(chunk -> chunk.toolCalls()
                        .forEach(call -> sent.add(call.name() + "#" + call.id() + " " + call.arguments())));
        boolean json =
                run(SERIAL, chunks).calls.stream().allMatch(call -> call.error().isEmpty() && !call.truncated());
        assertThat(sent).isEqualTo(json ? listed(stream) : List.of());
    }
}
