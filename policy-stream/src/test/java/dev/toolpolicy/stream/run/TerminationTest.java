package dev.toolpolicy.stream.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A policy ends the stream. */
class TerminationTest {
    private static final StreamChunk REPLACEMENT = StreamChunk.text("no more");

    /** The result of both forms of ending. */
    private record Result(
            List<String> trace, List<StreamChunk> sent, int taken, int cancelled, StreamEvent.Outcome outcome) {}

    private static Result end(Hook where, boolean byException) {
        AtomicReference<Boolean> done = new AtomicReference<>(false);
        Recorder policy =
                new Recorder((hook, context) -> {
                    if (hook == where && !done.getAndSet(true)) {
                        context.send(REPLACEMENT);
                        if (byException) {
                            throw new StreamContext.TerminateException("enough");
                        }
                        context.terminate();
                    }
                }) {
                    @Override
                    public void onChunkComplete(StreamChunk chunk, List<String> state, StreamContext context) {
                        if (where != Hook.CHUNK_COMPLETE) {
                            super.onChunkComplete(chunk, state, context);
                        } else { // that sends first, so that the two forms end at the same place
                            trace().add("CHUNK_COMPLETE");
                            context.send(REPLACEMENT);
                            if (byException) {
                                throw new StreamContext.TerminateException();
                            }
                            context.terminate();
                        }
                    }
                };
        Upstream upstream = new Upstream(Upstream.everything());
        Client client = new Client();
        StreamEvent.Outcome outcome = StreamRunner.of(policy).run(Upstream.REQUEST, upstream, client);
        assertThat(client.closed()).isEqualTo(1);
        assertThat(client.failure()).isNull();
        assertThat(client.faults()).isEmpty();
        return new Result(policy.trace(), client.chunks(), upstream.taken(), upstream.closed(), outcome);
    }

    @Test
    void terminationDropsWhatIsOpen() {
        for (boolean terminates : List.of(true, false)) {
            List<Integer> open = new ArrayList<>();
            Recorder policy = new Recorder((hook, context) -> {
                if (hook == Hook.TOOL_CALL_DELTA && terminates) {
                    context.send(REPLACEMENT);
                    context.terminate();
                } else if (hook == Hook.STREAM_CLOSED) {
                    open.add(context.incomplete().size());
                }
            });
            StreamRunner.of(policy)
                    .run(
                            Upstream.REQUEST,
                            Upstream.of(Upstream.call(0, "a", "read", "{"), Upstream.more(0, "}")),
                            new Client());
            assertThat(open).containsExactly(terminates ? 0 : 1);
        }
    }

    @Test
    void aChunkBehindAReasonToStopIsNotLookedAt() {
        Recorder policy = new Recorder();
        Client client = new Client();
        Stages stages = StreamRunner.of(policy).stages(Upstream.REQUEST, client, () -> {});
        stages.start();
        stages.ask(StreamEvent.Outcome.DISCONNECTED);
        assertThat(stages.chunk(StreamChunk.text("late"))).isFalse();
        assertThat(policy.trace()).containsExactly("STREAM_STARTED", "STREAM_CLOSED DISCONNECTED");
        assertThat(client.chunks()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = Hook.class,
            names = {"STREAM_ERROR", "STREAM_CLOSED"},
            mode = EnumSource.Mode.EXCLUDE)
    void bothFormsDoTheSameInEveryHook(Hook where) {
        Result called = end(where, false);
        Result thrown = end(where, true);

        assertThat(thrown).isEqualTo(called);
        assertThat(called.outcome()).isEqualTo(StreamEvent.Outcome.TERMINATED);
        assertThat(called.sent()).contains(REPLACEMENT);
        List<String> trace = called.trace();
        assertThat(trace.get(trace.size() - 1)).isEqualTo("STREAM_CLOSED TERMINATED");
        assertThat(trace.get(trace.size() - 2)).startsWith(where.name());
        assertThat(trace).noneMatch(line -> line.startsWith("STREAM_ERROR"));
        boolean endedByItself = where == Hook.STREAM_COMPLETING;
        assertThat(called.cancelled()).isEqualTo(endedByItself ? 0 : 1);
        assertThat(called.sent()
                        .get(called.sent().size() - (endedByItself ? 2 : 1))
                        .finishReason())
                .isNotEmpty();
    }

    @Test
    void endingWithoutSendingIsAnEmptyOutput() {
        Recorder policy = new Recorder((hook, context) -> {
            if (hook == Hook.CHUNK_STARTED) {
                context.terminate();
            }
        });
        Client client = new Client();
        assertThatThrownBy(() -> StreamRunner.of(policy).run(Upstream.REQUEST, Upstream.of(Upstream.text("a")), client))
                .isInstanceOfSatisfying(
                        StreamException.class, e -> assertThat(e.kind()).isEqualTo(StreamException.Kind.EMPTY_OUTPUT));
        assertThat(policy.trace()).containsExactly("STREAM_STARTED", "CHUNK_STARTED", "STREAM_CLOSED TERMINATED");
        assertThat(client.failure()).isInstanceOf(StreamException.class);
        assertThat(client.chunks()).isEmpty();
    }

    @Test
    void aKeepAliveThatIsPassedOnIsNoOutput() {
        Client client = new Client();
        assertThatThrownBy(() ->
                        StreamRunner.of(new Recorder()).run(Upstream.REQUEST, Upstream.of(StreamChunk.empty()), client))
                .isInstanceOf(StreamException.class);
        assertThat(client.chunks()).hasSize(1);
    }

    @Test
    void afterTheEndNothingCanBeSentFromAnywhere() throws InterruptedException {
        List<Throwable> refused = new ArrayList<>();
        AtomicReference<StreamContext> escaped = new AtomicReference<>();
        Recorder policy = new Recorder((hook, context) -> {
            escaped.set(context);
            if (hook == Hook.CONTENT) {
                context.send(REPLACEMENT);
                context.terminate();
            }
            if (hook == Hook.CONTENT || hook == Hook.STREAM_CLOSED) {
                try {
                    context.send(REPLACEMENT);
                } catch (StreamContext.ClosedException e) {
                    refused.add(e);
                }
            }
        });
        Client client = new Client();
        StreamRunner.of(policy).run(Upstream.REQUEST, Upstream.of(Upstream.text("a")), client);
        Thread background = new Thread(() -> {
            try {
                escaped.get().send(REPLACEMENT);
            } catch (StreamContext.ClosedException e) {
                refused.add(e);
            }
        });
        background.start();
        background.join();

        assertThat(refused).hasSize(3).allSatisfy(e -> assertThat(e).hasMessage("the stream is terminated"));
        assertThat(client.chunks()).containsExactly(REPLACEMENT, StreamChunk.finish("stop"));
    }

    @Test
    void anotherThreadCannotSendWhileAHookRuns() {
        List<Throwable> refused = new ArrayList<>();
        Recorder policy = new Recorder((hook, context) -> {
            if (hook == Hook.CONTENT) {
                Thread other = new Thread(() -> {
                    try {
                        context.send(REPLACEMENT);
                    } catch (IllegalStateException e) {
                        refused.add(e);
                    }
                });
                other.start();
                try {
                    other.join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        Client client = new Client();
        StreamRunner.of(policy).run(Upstream.REQUEST, Upstream.of(Upstream.text("a")), client);
        assertThat(refused).hasSize(1);
        assertThat(client.text()).isEqualTo("a");
    }

    @Test
    void terminatingInTheLastHooksDoesNothing() {
        Recorder policy = new Recorder((hook, context) -> {
            if (hook == Hook.STREAM_CLOSED) {
                context.terminate();
                throw new StreamContext.TerminateException();
            }
        });
        Client client = new Client();
        assertThat(StreamRunner.of(policy).run(Upstream.REQUEST, Upstream.of(Upstream.text("a")), client))
                .isEqualTo(StreamEvent.Outcome.COMPLETED);
        assertThat(client.failure()).isNull();
    }

    @Test
    void theReasonToTerminateIsInTheEventAndTheLog() {
        List<StreamEvent.End> closed = new ArrayList<>();
        try (Logged log = new Logged()) {
            closed.add(terminate(context -> {
                throw new StreamContext.TerminateException("a secret\nin the text");
            }));
            assertThat(log.lines(Level.INFO))
                    .containsExactly("stream request-1, policy Recorder: terminated: a secret\\nin the text");
            closed.add(terminate(context -> {
                throw new StreamContext.TerminateException();
            }));
            closed.add(terminate(StreamContext::terminate));
            assertThat(log.records()).hasSize(1);
        }
        assertThat(closed)
                .extracting(StreamEvent.End::reason)
                .containsExactly(Optional.of("a secret\nin the text"), Optional.empty(), Optional.empty());
        assertThat(closed.get(0)).isNotEqualTo(closed.get(1)).asString().contains("reason=Optional[a secret\\nin the");
    }

    @Test
    void aStreamThatFailsAfterItsEndHasNoReasonToTerminate() {
        Client client = new Client() {
            @Override
            public void accept(StreamChunk chunk) throws IOException {
                if (!chunk.finishReason().isEmpty()) {
                    throw new IOException("gone");
                }
            }
        };
        StreamEvent.End closed = terminate(
                context -> {
                    throw new StreamContext.TerminateException("enough");
                },
                client);
        assertThat(closed.outcome()).isEqualTo(StreamEvent.Outcome.DISCONNECTED);
        assertThat(closed.reason()).isEmpty();
    }

    private static StreamEvent.End terminate(Consumer<StreamContext> end) {
        return terminate(end, new Client());
    }

    private static StreamEvent.End terminate(Consumer<StreamContext> end, Client client) {
        List<StreamEvent> events = new ArrayList<>();
        Recorder policy = new Recorder((hook, context) -> {
            if (hook == Hook.CONTENT) {
                context.send(REPLACEMENT);
                end.accept(context);
            }
        });
        StreamRunner.of(StreamSettings.defaults().withListeners(List.of(events::add)), List.of(policy))
                .run(Upstream.REQUEST, Upstream.of(Upstream.text("a")), client);
        return events.get(events.size() - 1).end().orElseThrow();
    }
}
