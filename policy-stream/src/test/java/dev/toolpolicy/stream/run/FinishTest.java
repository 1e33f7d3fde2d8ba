package dev.toolpolicy.stream.run;

import static dev.toolpolicy.stream.run.Upstream.call;
import static dev.toolpolicy.stream.run.Upstream.finish;
import static dev.toolpolicy.stream.run.Upstream.text;
import static dev.toolpolicy.stream.run.Upstream.usage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.stream.EventDrivenPolicy;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Projections, and what the client hears of the end. */
class FinishTest {

    /** Sends what a test says for each chunk, and at the end. */
    private record Sending(BiConsumer<StreamChunk, StreamContext> each, List<StreamChunk> last)
            implements EventDrivenPolicy<@Nullable Void> {
        @Override
        public @Nullable Void createState() {
            return null;
        }

        @Override
        public void onChunkComplete(StreamChunk chunk, @Nullable Void state, StreamContext context) {
            each.accept(chunk, context);
        }

        @Override
        public void onStreamCompleting(@Nullable Void state, StreamContext context) {
            last.forEach(context::send);
        }
    }

    private static Client client(
            BiConsumer<StreamChunk, StreamContext> each, List<StreamChunk> last, StreamChunk... chunks) {
        Client client = new Client();
        StreamRunner.of(new Sending(each, last)).run(Upstream.REQUEST, Upstream.of(chunks), client);
        assertThat(client.faults()).isEmpty();
        return client;
    }

    private static final BiConsumer<StreamChunk, StreamContext> ALL = (chunk, context) -> context.send(chunk);
    private static final BiConsumer<StreamChunk, StreamContext> NO_CALLS =
            (chunk, context) -> context.send(chunk.withoutToolCalls());

    @Test
    void usageThatRidesWithTheFinishIsToldOnceAndLast() {
        StreamChunk last =
                text("a").withFinishReason("stop").withUsage(usage(7).usage().orElseThrow());
        Client client = client(ALL, List.of(text("b")), last);
        assertThat(client.text()).isEqualTo("ab");
        assertThat(client.chunks().stream().map(chunk -> chunk.usage().isPresent()))
                .containsExactly(false, false, true);
    }

    @ParameterizedTest
    @CsvSource({"64, true", "65, false"})
    void someSignsOfLifeMayFollowTheFinishAndNoMore(int count, boolean fits) {
        List<StreamChunk> chunks = new ArrayList<>(List.of(text("a"), finish("stop")));
        chunks.addAll(Collections.nCopies(count, StreamChunk.empty()));
        Client client = new Client();
        StreamRunner runner = StreamRunner.of(new Sending(ALL, List.of()));
        if (fits) {
            runner.run(Upstream.REQUEST, new Upstream(chunks), client);
            assertThat(client.chunks()).hasSize(66);
        } else {
            assertThatThrownBy(() -> runner.run(Upstream.REQUEST, new Upstream(chunks), client))
                    .isInstanceOf(StreamException.class)
                    .hasMessage("more than 64 chunks were sent after the finish");
        }
    }

    @ParameterizedTest
    @CsvSource({"tool_calls,stop", "stop,stop", "length,length", "content_filter,content_filter", "odd,odd"})
    void withAllCallsRemovedOnlyToolCallsBecomesStop(String came, String goes) {
        assertThat(client(NO_CALLS, List.of(), text("a"), call(0, "x", "f", "{}"), finish(came))
                        .finishes())
                .containsExactly(goes);
    }

    @Test
    void withOneCallLeftOrNoneEverTheReasonStays() {
        assertThat(client(ALL, List.of(), call(0, "x", "f", "{}"), finish("tool_calls"))
                        .finishes())
                .containsExactly("tool_calls");
        assertThat(client(ALL, List.of(), text("a"), finish("tool_calls")).finishes())
                .containsExactly("tool_calls");
    }

    @Test
    void heldBackContentGoesBeforeTheFinishAndUsageBehindIt() {
        StreamChunk last = finish("stop").withContent("b");
        Client client = client(ALL, List.of(text("c")), text("a"), last, usage(4), StreamChunk.empty());
        assertThat(client.chunks())
                .containsExactly(text("a"), text("b"), text("c"), finish("stop"), usage(4), StreamChunk.empty());
    }

    @Test
    void aFinishThatNothingOvertakesGoesOutAsItCame() {
        StreamChunk last = finish("stop")
                .withContent("b")
                .withUsage(usage(1).usage().orElseThrow())
                .withRaw("{\"as\": \"it came\"}");
        assertThat(client(ALL, List.of(), text("a"), last).chunks().get(1)).isSameAs(last);
    }

    @Test
    void aFinishThatIsSentTwiceGoesOutOnce() {
        Client client = client(
                ALL,
                List.of(),
                text("a"),
                finish("stop"),
                finish("length").withUsage(usage(2).usage().orElseThrow()));
        assertThat(client.chunks()).containsExactly(text("a"), finish("stop"), usage(2));
    }

    /** As a provider really sends it: usage, with the role told once more. */
    @Test
    void aRoleAfterTheFinishSaysNothing() {
        Client client = client(
                ALL, List.of(), text("a"), finish("stop"), usage(2).withRole("assistant"), Upstream.role("assistant"));
        assertThat(client.chunks()).containsExactly(text("a"), finish("stop"), usage(2));
    }

    @Test
    void aTerminatedStreamGetsTheFinishItLacks() {
        BiConsumer<StreamChunk, StreamContext> untilEnd = (chunk, context) -> {
            if (chunk.content().equals("end")) {
                context.terminate();
            } else {
                context.send(chunk);
            }
        };
        assertThat(client(untilEnd, List.of(), text("a"), text("end")).chunks())
                .containsExactly(text("a"), finish("stop"));
        assertThat(client(untilEnd, List.of(), call(0, "x", "f", "{\"a\""), text("end"))
                        .finishes())
                .as("half a call must not be said to be whole")
                .containsExactly("content_filter");
        BiConsumer<StreamChunk, StreamContext> withoutFinish = (chunk, context) -> {
            if (!chunk.finishReason().isEmpty()) {
                context.terminate();
            } else {
                context.send(chunk);
            }
        };
        assertThat(client(withoutFinish, List.of(), call(0, "x", "f", "{}"), finish("tool_calls"))
                        .finishes())
                .as("the call is whole")
                .containsExactly("tool_calls");
    }

    @Test
    void aTerminatedStreamKeepsTheFinishItHas() {
        BiConsumer<StreamChunk, StreamContext> endsAtUsage = (chunk, context) -> {
            context.send(chunk);
            if (chunk.usage().isPresent()) {
                context.terminate();
            }
        };
        assertThat(client(endsAtUsage, List.of(), text("a"), finish("length"), usage(1))
                        .chunks())
                .containsExactly(text("a"), finish("length"), usage(1));
    }

    @Test
    void projectionsCarryNoCallEvenInOneChunkWithText() {
        StreamChunk mixed = text("hello")
                .withRole("assistant")
                .withToolCalls(call(0, "x", "rm", "{}").toolCalls())
                .withFinishReason("tool_calls")
                .withRaw("everything");
        assertThat(mixed.contentOnly()).isEqualTo(text("hello").withRole("assistant"));
        assertThat(mixed.replacedBy("no")).isEqualTo(text("no"));
        assertThat(mixed.withoutToolCalls().toolCalls()).isEmpty();
        assertThat(List.of(
                        mixed.contentOnly(), mixed.replacedBy("no"), mixed.withoutToolCalls(), mixed.withContent("x")))
                .allSatisfy(chunk ->
                        assertThat(chunk.raw()).as("what is changed isn't raw").isEmpty());
        Client client = client((chunk, context) -> context.send(chunk.contentOnly()), List.of(), mixed);
        assertThat(client.text()).isEqualTo("hello");
        assertThat(client.deltas()).isEmpty();
    }

    @Test
    void usageThatComesAfterTheFinishIsHeardAndDelivered() {
        Recorder policy = new Recorder();
        Client client = new Client();
        StreamRunner.of(policy).run(Upstream.REQUEST, Upstream.of(text("a"), finish("stop"), usage(7)), client);
        assertThat(policy.trace()).contains("USAGE {completion_tokens=7}");
        assertThat(client.chunks()).endsWith(finish("stop"), usage(7));
    }
}
