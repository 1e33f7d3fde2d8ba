package dev.toolpolicy.stream.run;

import static dev.toolpolicy.stream.run.Upstream.finish;
import static dev.toolpolicy.stream.run.Upstream.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The output of one policy is the input of the next one. */
class ChainTest {
    private final List<String> order = new ArrayList<>();

    /** Passes on in capitals, and greets and takes leave. */
    private final class Capitals extends Recorder {
        @Override
        public void onStreamStarted(List<String> state, StreamContext context) {
            super.onStreamStarted(state, context);
            context.send(text("<"));
        }

        @Override
        public void onChunkComplete(StreamChunk chunk, List<String> state, StreamContext context) {
            context.send(chunk.withContent(chunk.content().toUpperCase(Locale.ROOT)));
        }

        @Override
        public void onStreamCompleting(List<String> state, StreamContext context) {
            super.onStreamCompleting(state, context);
            context.send(text(">"));
        }
    }

    private Recorder named(String name, Hook at, Runnable action) {
        return new Recorder((hook, context) -> {
            if (hook == Hook.STREAM_CLOSED) {
                order.add(name + " " + context.outcome().orElseThrow());
            }
            if (hook == at) {
                action.run();
            }
        });
    }

    private Recorder named(String name) {
        return named(name, Hook.STREAM_STARTED, () -> {});
    }

    private static Recorder terminating(List<String> order, String name) {
        return new Recorder((hook, context) -> {
            if (hook == Hook.STREAM_CLOSED) {
                order.add(name + " " + context.outcome().orElseThrow());
            } else if (hook == Hook.CONTENT) {
                context.send(text("instead"));
                context.terminate();
            }
        });
    }

    @Test
    void everyHooksSendsAreTheNextOnesInput() {
        Capitals first = new Capitals();
        Recorder second = new Recorder();
        Client client = new Client();
        StreamEvent.Outcome outcome = StreamRunner.of(first, second)
                .run(Upstream.REQUEST, Upstream.of(text("a"), text("b"), finish("stop")), client);
        assertThat(outcome).isEqualTo(StreamEvent.Outcome.COMPLETED);
        assertThat(client.chunks()).containsExactly(text("<"), text("A"), text("B"), text(">"), finish("stop"));
        assertThat(second.trace())
                .contains("CONTENT <", "CONTENT A", "CONTENT >", "MESSAGE_COMPLETED <AB>", "STREAM_COMPLETING");
    }

    @Test
    void oneThatTerminatesEndsThoseAfterItInOrder() {
        Recorder last = named("last");
        Client client = new Client();
        Upstream upstream = Upstream.of(text("a"), text("b"));
        StreamEvent.Outcome outcome = StreamRunner.of(terminating(order, "first"), named("middle"), last)
                .run(Upstream.REQUEST, upstream, client);
        assertThat(outcome).isEqualTo(StreamEvent.Outcome.TERMINATED);
        assertThat(order).containsExactly("first TERMINATED", "middle COMPLETED", "last COMPLETED");
        assertThat(last.trace()).contains("CONTENT instead", "FINISH_REASON stop");
        assertThat(client.chunks()).containsExactly(text("instead"), finish("stop"));
        assertThat(upstream.closed()).isEqualTo(1);
        assertThat(upstream.taken()).isEqualTo(1);
    }

    @Test
    void oneThatTerminatesCancelsThoseBeforeIt() {
        Client client = new Client();
        Upstream upstream = Upstream.of(text("a"), text("b"));
        StreamEvent.Outcome outcome =
                StreamRunner.of(named("first"), terminating(order, "last")).run(Upstream.REQUEST, upstream, client);
        assertThat(outcome).isEqualTo(StreamEvent.Outcome.TERMINATED);
        assertThat(order).containsExactly("last TERMINATED", "first CANCELLED");
        assertThat(client.chunks()).containsExactly(text("instead"), finish("stop"));
        assertThat(upstream.closed()).isEqualTo(1);
    }

    @Test
    void anErrorAnywhereIsRethrownAndClosesAll() {
        IllegalStateException broken = new IllegalStateException("broken");
        for (int at = 0; at < 3; at++) {
            order.clear();
            List<Recorder> policies = new ArrayList<>(List.of(named("0"), named("1"), named("2")));
            policies.set(at, named(Integer.toString(at), Hook.CONTENT, () -> {
                throw broken;
            }));
            Upstream upstream = Upstream.of(text("a"), text("b"));
            Client client = new Client();
            StreamRunner runner = StreamRunner.of(StreamSettings.defaults(), policies);
            assertThat(catchThrowable(() -> runner.run(Upstream.REQUEST, upstream, client)))
                    .isSameAs(broken);
            assertThat(order)
                    .containsExactlyElementsOf(
                            switch (at) {
                                case 0 -> List.of("0 FAILED", "1 FAILED", "2 FAILED");
                                case 1 -> List.of("1 FAILED", "2 FAILED", "0 CANCELLED");
                                default -> List.of("2 FAILED", "1 CANCELLED", "0 CANCELLED");
                            });
            assertThat(client.failure()).isSameAs(broken);
            assertThat(upstream.closed()).isEqualTo(1);
        }
    }

    @Test
    void aClientThatLeavesIsSeenByAll() {
        Client client = new Client() {
            @Override
            public void accept(StreamChunk chunk) throws IOException {
                throw new IOException("gone");
            }
        };
        Upstream upstream = Upstream.of(text("a"), text("b"));
        assertThat(StreamRunner.of(named("first"), named("last")).run(Upstream.REQUEST, upstream, client))
                .isEqualTo(StreamEvent.Outcome.DISCONNECTED);
        assertThat(order).containsExactly("last DISCONNECTED", "first DISCONNECTED");
        assertThat(upstream.closed()).isEqualTo(1);
    }

    @Test
    void oneBeforeOneThatCannotStartNeverStarts() {
        Recorder first = named("first");
        Recorder last = new Recorder() {
            @Override
            public List<String> createState() {
                throw new IllegalStateException("no state");
            }
        };
        Upstream upstream = Upstream.of(text("a"));
        Client client = new Client();
        assertThat(catchThrowable(() -> StreamRunner.of(first, last).run(Upstream.REQUEST, upstream, client)))
                .hasMessage("no state");
        assertThat(first.trace()).isEmpty();
        assertThat(upstream.closed()).isPositive();
        assertThat(client.closed()).isEqualTo(1);
    }

    @Test
    void onePolicyThatSwallowsEverythingIsAnEmptyOutputForAll() {
        Recorder mute = new Recorder() {
            @Override
            public void onChunkComplete(StreamChunk chunk, List<String> state, StreamContext context) {}
        };
        Client client = new Client();
        assertThat(catchThrowable(() ->
                        StreamRunner.of(mute, named("last")).run(Upstream.REQUEST, Upstream.of(text("a")), client)))
                .isInstanceOf(StreamException.class)
                .hasMessageEndingWith("sent nothing");
        assertThat(order).containsExactly("last FAILED");
        assertThat(client.failure()).isInstanceOf(StreamException.class);
    }
}
