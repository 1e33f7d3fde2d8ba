package dev.toolpolicy.stream.run;

import static dev.toolpolicy.stream.run.Upstream.finish;
import static dev.toolpolicy.stream.run.Upstream.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

/** The events for listeners. */
class StreamEventsTest {
    private final List<StreamEvent> events = new ArrayList<>();

    private StreamSettings heard() {
        Consumer<StreamEvent> broken = event -> {
            throw new IllegalStateException("a sink that fails");
        };
        return StreamSettings.defaults().withListeners(List.of(broken, events::add));
    }

    private List<StreamEvent> all(StreamEvent.Kind kind) {
        return events.stream().filter(event -> event.kind() == kind).toList();
    }

    @Test
    void aStreamIsStartedOnceAndClosedOnceWithItsFigures() {
        StreamRunner.of(heard(), List.of(new Recorder()))
                .run(Upstream.REQUEST, Upstream.of(text("a"), text("b"), finish("stop")), new Client());
        assertThat(events).hasSize(2).allSatisfy(event -> {
            assertThat(event.stream()).isEqualTo("request-1");
            assertThat(event.policy()).isEqualTo("Recorder");
        });
        assertThat(events.get(0).kind()).isEqualTo(StreamEvent.Kind.STARTED);
        StreamEvent.End closed = all(StreamEvent.Kind.CLOSED).get(0).end().orElseThrow();
        assertThat(closed.outcome()).isEqualTo(StreamEvent.Outcome.COMPLETED);
        assertThat(closed.chunksIn()).isEqualTo(3);
        assertThat(closed.chunksOut()).isEqualTo(3);
        assertThat(closed.duration()).isPositive();
        assertThat(closed.error()).isEmpty();
    }

    @Test
    void aHookThatFailsIsToldOnceAndATerminationIsNoFailure() {
        IllegalStateException broken = new IllegalStateException("broken");
        Recorder policy = new Recorder((hook, context) -> {
            if (hook == Hook.CONTENT) {
                throw broken;
            }
        });
        catchThrowable(() ->
                StreamRunner.of(heard(), List.of(policy)).run(Upstream.REQUEST, Upstream.of(text("a")), new Client()));
        assertThat(all(StreamEvent.Kind.HOOK_FAILED)).singleElement().satisfies(failed -> {
            assertThat(failed.name()).isEqualTo("onContent");
            assertThat(failed.error()).containsSame(broken);
        });
        assertThat(all(StreamEvent.Kind.CLOSED).get(0).end().orElseThrow().error())
                .containsSame(broken);

        events.clear();
        Recorder ending = new Recorder((hook, context) -> {
            if (hook == Hook.CONTENT) {
                context.send(text("b"));
                throw new StreamContext.TerminateException();
            }
        });
        StreamRunner.of(heard(), List.of(ending)).run(Upstream.REQUEST, Upstream.of(text("a")), new Client());
        assertThat(all(StreamEvent.Kind.HOOK_FAILED)).isEmpty();
        assertThat(all(StreamEvent.Kind.CLOSED).get(0).end().orElseThrow().outcome())
                .isEqualTo(StreamEvent.Outcome.TERMINATED);
    }

    @Test
    void anUpstreamThatContradictsItselfIsNoHooksFailure() {
        catchThrowable(() -> StreamRunner.of(heard(), List.of(new Recorder()))
                .run(Upstream.REQUEST, Upstream.of(finish("stop"), text("a")), new Client()));
        assertThat(all(StreamEvent.Kind.HOOK_FAILED)).isEmpty();
        assertThat(all(StreamEvent.Kind.CLOSED)
                        .get(0)
                        .end()
                        .orElseThrow()
                        .error()
                        .orElseThrow())
                .isInstanceOf(StreamException.class);
    }

    @Test
    void hooksAreTracedOnlyIfThatIsSet() {
        Recorder policy = new Recorder();
        StreamRunner.of(heard().tracingHooks(), List.of(policy))
                .run(Upstream.REQUEST, Upstream.of(text("a")), new Client());
        assertThat(all(StreamEvent.Kind.HOOK_CALLED))
                .extracting(StreamEvent::name)
                .containsExactly(
                        "onStreamStarted",
                        "onChunkStarted",
                        "onContent",
                        "onChunkComplete",
                        "onStreamCompleting",
                        "onStreamClosed");
        assertThat(all(StreamEvent.Kind.HOOK_CALLED))
                .extracting(StreamEvent::chunk)
                .containsExactly(0L, 1L, 1L, 1L, 1L, 1L);
    }

    @Test
    void anEmptyOutputIsToldOnce() {
        catchThrowable(() ->
                StreamRunner.of(heard(), List.of(new Recorder())).run(Upstream.REQUEST, Upstream.of(), new Client()));
        assertThat(all(StreamEvent.Kind.CLOSED))
                .singleElement()
                .satisfies(
                        closed -> assertThat(closed.end().orElseThrow().error().orElseThrow())
                                .isInstanceOf(StreamException.class));
    }

    @Test
    void eventsOfPoliciesAreHeard() {
        Recorder policy = new Recorder((hook, context) -> {
            if (hook == Hook.CONTENT) {
                context.emit("seen", Map.of("what", "content", "words", 7, "parts", List.of(Map.of("final", true))));
            }
        });
        StreamRunner.of(heard(), List.of(policy)).run(Upstream.REQUEST, Upstream.of(text("a")), new Client());
        assertThat(all(StreamEvent.Kind.EMITTED)).singleElement().satisfies(told -> {
            assertThat(told.name()).isEqualTo("seen");
            assertThat(told.details().get("what").textValue()).isEqualTo("content");
            assertThat(told.details().get("words").intValue()).isEqualTo(7);
            assertThat(told.details().get("parts")).hasToString("[{\"final\":true}]");
        });
    }

    private static StreamChunk odd(String... fields) {
        Map<String, JsonNode> unknown = new HashMap<>();
        for (String field : fields) {
            unknown.put(field, IntNode.valueOf(1));
        }
        return text("a").withUnknownFields(unknown);
    }

    @Test
    void eachUnknownFieldIsLoggedOnceAndToldInEachResponse() {
        StreamRunner runner =
                StreamRunner.of(StreamSettings.defaults().withListeners(List.of(events::add)), List.of(new Recorder()));
        try (Logged log = new Logged()) {
            for (int response = 0; response < 2; response++) {
                runner.run(Upstream.REQUEST, Upstream.of(odd("mood"), odd("mood", "odd\nline")), new Client());
            }
            assertThat(log.lines(Level.WARNING))
                    .containsExactly(
                            "stream request-1, policy Recorder: unknown field mood",
                            "stream request-1, policy Recorder: unknown field odd\\nline");
            assertThat(log.lines(Level.FINE)).isEqualTo(log.lines(Level.WARNING));
        }
        assertThat(all(StreamEvent.Kind.UNKNOWN_FIELDS))
                .extracting(StreamEvent::fields)
                .containsExactly(Set.of("mood"), Set.of("odd\nline"), Set.of("mood"), Set.of("odd\nline"));
    }

    @Test
    void inventedFieldsFloodNeitherLogNorListeners() {
        StreamRunner runner = StreamRunner.of(heard(), List.of(new Recorder()));
        try (Logged log = new Logged()) {
            List<StreamChunk> chunks = new ArrayList<>();
            for (int i = 0; i < 1_500; i++) {
                chunks.add(odd("field" + i));
            }
            runner.run(Upstream.REQUEST, chunks.iterator(), new Client());
            runner.run(Upstream.REQUEST, Upstream.of(odd("later")), new Client());
            assertThat(log.lines(Level.WARNING).stream().filter(line -> line.contains("unknown field")))
                    .hasSize(1_000);
        }
        assertThat(all(StreamEvent.Kind.UNKNOWN_FIELDS)).hasSize(1_001);
    }
}
