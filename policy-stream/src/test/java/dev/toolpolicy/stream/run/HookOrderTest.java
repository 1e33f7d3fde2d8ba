package dev.toolpolicy.stream.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.stream.EventDrivenPolicy;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import dev.toolpolicy.stream.StreamContext;
import dev.toolpolicy.stream.sink.ChunkSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Hooks, their order and their arguments. */
class HookOrderTest {

    static IntStream combinations() {
        return IntStream.range(0, 64);
    }

    /** Bit by bit: role, content, a delta at index 1, a delta at index 0 behind it, usage, finish. */
    @ParameterizedTest
    @MethodSource("combinations")
    void aChunksHooksAreCalledInTheirOrder(int bits) {
        Recorder policy = new Recorder();
        StreamChunk chunk = chunk(bits);

        StreamRunner.of(StreamSettings.defaults().deferringCalls(), List.of(policy))
                .run(Upstream.REQUEST, List.of(Upstream.text("first"), chunk).iterator(), new Anything());

        List<String> trace = policy.trace();
        List<String> before = List.of("STREAM_STARTED", "CHUNK_STARTED", "CONTENT first", "CHUNK_COMPLETE");
        assertThat(trace.subList(0, 4)).isEqualTo(before);
        assertThat(trace.subList(4, trace.size())).isEqualTo(expected(bits));
    }

    private static StreamChunk chunk(int bits) {
        List<ToolCallDelta> deltas = new ArrayList<>();
        if ((bits & 4) != 0) {
            deltas.add(Upstream.delta(1, "b", "second", "{}"));
        }
        if ((bits & 8) != 0) {
            deltas.add(Upstream.delta(0, "a", "first", "{}"));
        }
        StreamChunk chunk = StreamChunk.empty()
                .withRole((bits & 1) != 0 ? "assistant" : "")
                .withContent((bits & 2) != 0 ? "more" : "")
                .withToolCalls(deltas);
        chunk = (bits & 16) != 0 ? chunk.withUsage(Map.of()) : chunk;
        return (bits & 32) != 0 ? chunk.withFinishReason("tool_calls") : chunk;
    }

    private static List<String> expected(int bits) {
        List<String> all = new ArrayList<>(List.of("CHUNK_STARTED"));
        add(all, bits & 1, "ROLE assistant");
        add(all, bits & 2, "CONTENT more");
        add(all, bits & 4, "TOOL_CALL_DELTA 1");
        add(all, bits & 8, "TOOL_CALL_DELTA 0");
        add(all, bits & 16, "USAGE {}");
        add(all, bits & 32, "FINISH_REASON tool_calls");
        boolean textEnds = (bits & (4 | 8 | 32)) != 0;
        String text = (bits & 2) != 0 ? "firstmore" : "first";
        add(all, textEnds ? 1 : 0, "CONTENT_COMPLETED " + text, "MESSAGE_COMPLETED " + text);
        boolean finishes = (bits & 32) != 0;
        add(all, finishes ? bits & 4 : 0, "CONTENT_COMPLETED second#b", "TOOL_CALL_COMPLETED second#b");
        add(all, finishes ? bits & 8 : 0, "CONTENT_COMPLETED first#a", "TOOL_CALL_COMPLETED first#a");
        all.addAll(List.of("CHUNK_COMPLETE", "STREAM_COMPLETING", "STREAM_CLOSED COMPLETED"));
        return all;
    }

    private static void add(List<String> all, int present, String... lines) {
        if (present != 0) {
            all.addAll(List.of(lines));
        }
    }

    /** Takes what comes: upstreams here number their calls as they like. */
    private static final class Anything implements ChunkSink {
        @Override
        public void accept(StreamChunk chunk) {}

        @Override
        public void complete() {}

        @Override
        public void fail(Throwable error) {}
    }

    @Test
    void anEmptyStreamIsStartedAndClosedAndAnError() {
        Recorder policy = new Recorder();
        Client client = new Client();

        assertThatThrownBy(() -> StreamRunner.of(policy).run(Upstream.REQUEST, Upstream.of(), client))
                .isInstanceOfSatisfying(
                        StreamException.class, e -> assertThat(e.kind()).isEqualTo(StreamException.Kind.EMPTY_OUTPUT));
        assertThat(policy.trace()).containsExactly("STREAM_STARTED", "STREAM_COMPLETING", "STREAM_CLOSED COMPLETED");
        assertThat(client.closed()).isEqualTo(1);
        assertThat(client.failure()).isInstanceOf(StreamException.class);
    }

    @Test
    void theNextChunkIsTakenOnlyWhenTheHooksOfTheLastHaveReturned() {
        Upstream upstream = new Upstream(Upstream.everything());
        List<Integer> taken = new ArrayList<>();
        Recorder policy = new Recorder((hook, context) -> {
            if (hook == Hook.CHUNK_STARTED || hook == Hook.CHUNK_COMPLETE) {
                taken.add(upstream.taken());
            }
        });
        StreamRunner.of(policy).run(Upstream.REQUEST, upstream, new Client());
        assertThat(taken)
                .isEqualTo(IntStream.rangeClosed(1, 10)
                        .boxed()
                        .flatMap(n -> List.of(n, n).stream())
                        .toList());
    }

    @Test
    void hooksGetTheRequestTheStateAndTheCompletions() {
        List<Object> seen = new ArrayList<>();
        EventDrivenPolicy<StringBuilder> policy = new EventDrivenPolicy<>() {
            @Override
            public StringBuilder createState() {
                return new StringBuilder("mine");
            }

            @Override
            public void onChunkComplete(StreamChunk chunk, StringBuilder state, StreamContext context) {
                seen.addAll(List.of(
                        context.request(), state.toString(), context.completed().size()));
                context.send(chunk);
            }
        };
        StreamRunner.of(policy)
                .run(Upstream.REQUEST, Upstream.of(Upstream.text("a"), Upstream.finish("stop")), new Client());
        assertThat(seen).containsExactly(Upstream.REQUEST, "mine", 0, Upstream.REQUEST, "mine", 1);
    }

    @Test
    void aStateThatIsSharedIsRefused() {
        List<String> shared = new ArrayList<>();
        Recorder policy = new Recorder() {
            @Override
            public List<String> createState() {
                return shared;
            }
        };
        StreamRunner runner = StreamRunner.of(policy);
        runner.run(Upstream.REQUEST, Upstream.of(Upstream.text("a")), new Client());
        assertThatThrownBy(() -> runner.run(Upstream.REQUEST, Upstream.of(Upstream.text("a")), new Client()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a new object for each stream");
    }

    @Test
    void unknownFieldsAreReportedOnceAndCannotBeChanged() {
        List<StreamEvent> events = new ArrayList<>();
        ObjectNode value = JsonNodeFactory.instance.objectNode().put("a", 1);
        StreamChunk odd = Upstream.text("x").withUnknownFields(Map.of("reasoning", value));
        Recorder policy = new Recorder();

        StreamRunner.of(StreamSettings.defaults().withListeners(List.of(events::add)), List.of(policy))
                .run(Upstream.REQUEST, Upstream.of(odd, odd), new Client());

        assertThat(events.stream().filter(each -> each.kind() == StreamEvent.Kind.UNKNOWN_FIELDS))
                .singleElement()
                .satisfies(event -> assertThat(event.fields()).containsExactly("reasoning"));
        value.put("a", 2);
        ((ObjectNode) odd.unknownField("reasoning").orElseThrow()).put("a", 3);
        assertThat(odd.unknownField("reasoning").orElseThrow().get("a").intValue())
                .isEqualTo(1);
        assertThat(odd.contentOnly().unknownFields()).isEmpty();
    }

    @Test
    void anotherChoiceIsRefusedBeforeAnythingOfItIsSent() {
        Recorder policy = new Recorder();
        Client client = new Client();
        StreamChunk second = Upstream.text("two").withChoice(1);

        assertThatThrownBy(() -> StreamRunner.of(policy)
                        .run(Upstream.REQUEST, Upstream.of(Upstream.text("one"), second), client))
                .isInstanceOfSatisfying(
                        StreamException.class, e -> assertThat(e.kind()).isEqualTo(StreamException.Kind.CHOICES));
        assertThat(client.text()).isEqualTo("one");
        assertThat(policy.trace().subList(4, policy.trace().size()))
                .containsExactly(
                        "STREAM_ERROR the response has choice 1, and only choice 0 is allowed", "STREAM_CLOSED FAILED");
    }

    @Test
    void choicesThatAreAllowedAreCompletedEachForItself() {
        Recorder policy = new Recorder();
        Client client = new Client();
        StreamEvent.Outcome outcome = StreamRunner.of(StreamSettings.defaults().allowingChoices(), List.of(policy))
                .run(
                        Upstream.REQUEST,
                        Upstream.of(
                                Upstream.text("a"),
                                Upstream.text("b").withChoice(1),
                                Upstream.text("c"),
                                Upstream.finish("stop"),
                                Upstream.text("d").withChoice(1),
                                Upstream.finish("stop").withChoice(1)),
                        client);
        assertThat(outcome).isEqualTo(StreamEvent.Outcome.COMPLETED);
        assertThat(policy.trace()).contains("MESSAGE_COMPLETED ac", "MESSAGE_COMPLETED bd");
        assertThat(client.finishes()).containsExactly("stop", "stop");
    }
}
