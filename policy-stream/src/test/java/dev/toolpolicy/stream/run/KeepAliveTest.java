package dev.toolpolicy.stream.run;

import static dev.toolpolicy.stream.run.Upstream.finish;
import static dev.toolpolicy.stream.run.Upstream.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.sink.Pulse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Signs of life towards the service and the client. */
class KeepAliveTest {
    private final FakeTimer timer = new FakeTimer();

    private Recorder waiting(Hook where, Duration time) {
        return new Recorder((hook, context) -> {
            if (hook == where) {
                timer.advance(time);
            }
        });
    }

    @Test
    void aPulseKeepsAliveAroundSlowWork() {
        List<String> told = new ArrayList<>();
        Pulse pulse = new Pulse(Duration.ofSeconds(10), timer);
        Recorder policy = new Recorder((hook, context) -> {
            if (hook == Hook.CONTENT) {
                assertThat(pulse.<String>around(context, () -> {
                            timer.advance(Duration.ofSeconds(35));
                            return "done";
                        }))
                        .isEqualTo("done");
            }
            context.keepalive();
        });
        StreamSettings settings = StreamSettings.defaults().onKeepalive(request -> told.add(request.id()));
        StreamRunner.of(settings, List.of(policy)).run(Upstream.REQUEST, Upstream.of(text("a")), new Client());
        assertThat(told)
                .as("once before, three times during, once in each of six hooks")
                .hasSize(10)
                .containsOnly("request-1");
        assertThat(timer.open()).isZero();
    }

    @Test
    void aPulseEndsWithWorkThatFailsAndAServiceThatFailsIsOnlyLogged() {
        Pulse pulse = new Pulse(Duration.ofSeconds(10), timer);
        Recorder policy = new Recorder((hook, context) -> {
            if (hook == Hook.CONTENT) {
                pulse.around(context, () -> {
                    throw new IllegalStateException("judge");
                });
            }
        });
        StreamSettings settings = StreamSettings.defaults().onKeepalive(request -> {
            throw new IllegalArgumentException("service");
        });
        assertThat(catchThrowable(() -> StreamRunner.of(settings, List.of(policy))
                        .run(Upstream.REQUEST, Upstream.of(text("a")), new Client())))
                .hasMessage("judge");
        assertThat(timer.open()).isZero();
    }

    @Test
    void aClientGetsHeartbeatsWhileOutputIsHeldBack() {
        StreamSettings settings = StreamSettings.defaults().withHeartbeats(Duration.ofSeconds(15), timer);
        timer.advance(Duration.ofSeconds(100));
        Recorder policy = waiting(Hook.CONTENT, Duration.ofSeconds(60));
        Client client = new Client();
        StreamRunner.of(settings, List.of(policy))
                .run(Upstream.REQUEST, Upstream.of(text("a"), finish("stop")), client);
        assertThat(client.heartbeats()).isBetween(3, 4);
        assertThat(policy.count(Hook.CHUNK_STARTED)).as("no hook hears of them").isEqualTo(2);
        assertThat(timer.open()).isZero();
        timer.advance(Duration.ofSeconds(100));
        assertThat(client.heartbeats()).as("none after the end").isBetween(3, 4);
    }

    @Test
    void aClientThatGetsOutputGetsNoHeartbeats() {
        StreamSettings settings = StreamSettings.defaults().withHeartbeats(Duration.ofSeconds(15), timer);
        Client client = new Client();
        StreamRunner.of(settings, List.of(waiting(Hook.CONTENT, Duration.ofSeconds(10))))
                .run(Upstream.REQUEST, Upstream.of(text("a"), text("b"), text("c"), text("d")), client);
        assertThat(client.heartbeats()).isZero();
    }

    @Test
    void heartbeatsAreNoOutput() {
        StreamSettings settings = StreamSettings.defaults().withHeartbeats(Duration.ofSeconds(15), timer);
        Recorder mute = new Recorder() {
            @Override
            public void onChunkComplete(
                    StreamChunk chunk, List<String> state, dev.toolpolicy.stream.StreamContext context) {
                timer.advance(Duration.ofSeconds(60));
            }
        };
        Client client = new Client();
        assertThat(catchThrowable(() ->
                        StreamRunner.of(settings, List.of(mute)).run(Upstream.REQUEST, Upstream.of(text("a")), client)))
                .isInstanceOf(StreamException.class);
        assertThat(client.heartbeats()).isPositive();
    }

    @Test
    void aHeartbeatThatFindsTheClientGoneEndsTheStreamAtTheNextSend() {
        StreamSettings settings = StreamSettings.defaults().withHeartbeats(Duration.ofSeconds(15), timer);
        Client client = new Client() {
            @Override
            public void heartbeat() throws IOException {
                throw new IOException("gone");
            }
        };
        assertThat(StreamRunner.of(settings, List.of(waiting(Hook.CONTENT, Duration.ofSeconds(60))))
                        .run(Upstream.REQUEST, Upstream.of(text("a"), text("b")), client))
                .isEqualTo(StreamEvent.Outcome.DISCONNECTED);
    }

    @Test
    void anErrorOfAHookIsNotHiddenByTheTimeLimit() {
        Recorder policy = new Recorder((hook, context) -> {
            if (hook == Hook.CONTENT) {
                timer.advance(Duration.ofSeconds(10));
                throw new IllegalStateException("judge");
            }
        });
        assertThat(catchThrowable(() -> StreamRunner.of(patient(), List.of(policy))
                        .run(Upstream.REQUEST, Upstream.of(text("a")), new Client())))
                .hasMessage("judge");
    }

    @Test
    void aHookThatHangsIsInterruptedAndTheStreamFails() {
        for (Hook where : List.of(Hook.CONTENT, Hook.STREAM_CLOSED)) {
            Client client = new Client();
            Recorder policy = new Recorder((hook, context) -> {
                if (hook == where) {
                    hang();
                }
            });
            Throwable thrown = catchThrowable(() ->
                    StreamRunner.of(patient(), List.of(policy)).run(Upstream.REQUEST, Upstream.of(text("a")), client));
            assertThat(policy.count(Hook.STREAM_CLOSED)).isEqualTo(1);
            assertThat(client.closed()).isEqualTo(1);
            assertThat(Thread.interrupted()).isFalse();
            if (where == Hook.CONTENT) {
                assertThat(thrown)
                        .isInstanceOfSatisfying(
                                StreamException.class,
                                e -> assertThat(e.kind()).isEqualTo(StreamException.Kind.TIMEOUT));
            } else {
                assertThat(thrown).isNull();
            }
        }
    }

    @Test
    void theClosedHookIsInterruptedAlsoBehindAnErrorHookThatHung() {
        Recorder policy = new Recorder((hook, context) -> {
            if (hook == Hook.CONTENT) {
                throw new IllegalStateException("judge");
            } else if (hook == Hook.STREAM_ERROR || hook == Hook.STREAM_CLOSED) {
                hang();
            }
        });
        Client client = new Client();
        assertThat(catchThrowable(() -> StreamRunner.of(patient(), List.of(policy))
                        .run(Upstream.REQUEST, Upstream.of(text("a")), client)))
                .hasMessage("judge");
        assertThat(policy.count(Hook.STREAM_CLOSED)).isEqualTo(1);
        assertThat(client.closed()).isEqualTo(1);
        assertThat(Thread.interrupted()).isFalse();
    }

    private StreamSettings patient() {
        return StreamSettings.defaults().withPatience(Duration.ofSeconds(30), timer);
    }

    /** Lets more than the patience pass, and waits to be interrupted. */
    private void hang() {
        timer.advance(Duration.ofSeconds(70));
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }
}
