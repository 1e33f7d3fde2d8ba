package dev.toolpolicy.stream.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.stream.StreamChunk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Errors of hooks and of the upstream, clients that leave, services that cancel. */
class FailureTest {
    private static final IllegalStateException BROKEN = new IllegalStateException("broken");

    private static Recorder failing(Hook where, RuntimeException error) {
        return new Recorder((hook, context) -> {
            if (hook == where) {
                throw error;
            }
        });
    }

    @ParameterizedTest
    @EnumSource(
            value = Hook.class,
            names = {"STREAM_ERROR", "STREAM_CLOSED"},
            mode = EnumSource.Mode.EXCLUDE)
    void anErrorInAHookIsToldClosedAndRethrown(Hook where) {
        Recorder policy = failing(where, BROKEN);
        Upstream upstream = new Upstream(Upstream.everything());
        Client client = new Client();

        Throwable thrown = catchThrowable(() -> StreamRunner.of(policy).run(Upstream.REQUEST, upstream, client));

        assertThat(thrown).isSameAs(BROKEN);
        List<String> trace = policy.trace();
        assertThat(trace.subList(trace.size() - 2, trace.size()))
                .containsExactly("STREAM_ERROR broken", "STREAM_CLOSED FAILED");
        assertThat(trace.get(trace.size() - 3)).startsWith(where.name());
        assertThat(policy.count(where)).isEqualTo(1);
        assertThat(client.failure()).isSameAs(BROKEN);
        assertThat(client.finishes()).as("a broken response has no finish").isEmpty();
        assertThat(upstream.closed()).isEqualTo(where == Hook.STREAM_COMPLETING ? 0 : 1);
    }

    @Test
    void anErrorOfTheUpstreamIsRethrownAsItIs() {
        Exception checked = new Exception("no more network");
        Upstream upstream = new Upstream(Upstream.everything()) {
            @Override
            public StreamChunk next() {
                if (taken() == 2) {
                    throw FailureTest.<RuntimeException>sneaky(checked);
                }
                return super.next();
            }
        };
        Recorder policy = new Recorder();
        Client client = new Client();
        Throwable thrown = catchThrowable(() -> StreamRunner.of(policy).run(Upstream.REQUEST, upstream, client));
        assertThat(thrown).isSameAs(checked);
        assertThat(client.failure()).isSameAs(checked);
        assertThat(policy.trace()).endsWith("CHUNK_COMPLETE", "STREAM_ERROR no more network", "STREAM_CLOSED FAILED");
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> E sneaky(Throwable error) throws E {
        throw (E) error;
    }

    @Test
    void aStateThatCannotBeMadeClosesTheOutputWithoutAnyHook() {
        Recorder policy = new Recorder() {
            @Override
            public List<String> createState() {
                throw BROKEN;
            }
        };
        List<StreamEvent> events = new ArrayList<>();
        Upstream upstream = new Upstream(Upstream.everything());
        Client client = new Client();
        StreamRunner runner =
                StreamRunner.of(StreamSettings.defaults().withListeners(List.of(events::add)), List.of(policy));
        assertThat(catchThrowable(() -> runner.run(Upstream.REQUEST, upstream, client)))
                .isSameAs(BROKEN);
        assertThat(policy.trace()).isEmpty();
        assertThat(client.failure()).isSameAs(BROKEN);
        assertThat(upstream.closed()).isEqualTo(1);
        assertThat(end(events).outcome()).isEqualTo(StreamEvent.Outcome.FAILED);
    }

    @Test
    void errorsOfTheLastHooksHideNothing() {
        List<StreamEvent> events = new ArrayList<>();
        Recorder policy = new Recorder((hook, context) -> {
            switch (hook) {
                case CONTENT -> throw BROKEN;
                case STREAM_ERROR -> throw new IllegalArgumentException("error hook");
                case STREAM_CLOSED -> throw new UnsupportedOperationException("closed hook");
                default -> {}
            }
        });
        Client client = new Client();
        StreamRunner runner =
                StreamRunner.of(StreamSettings.defaults().withListeners(List.of(events::add)), List.of(policy));
        assertThat(catchThrowable(() -> runner.run(Upstream.REQUEST, Upstream.of(Upstream.text("a")), client)))
                .isSameAs(BROKEN);
        assertThat(client.failure()).isSameAs(BROKEN);
        assertThat(client.closed()).isEqualTo(1);
        assertThat(events.stream()
                        .filter(each -> each.kind() == StreamEvent.Kind.HOOK_FAILED)
                        .map(StreamEvent::name))
                .containsExactly("onContent", "onStreamError", "onStreamClosed");
    }

    @Test
    void bothErrorsAreLoggedIfTheErrorHookFailsToo() {
        RuntimeException own = new IllegalArgumentException("error hook");
        List<StreamEvent> events = new ArrayList<>();
        Recorder policy = new Recorder((hook, context) -> {
            switch (hook) {
                case CONTENT -> throw BROKEN;
                case STREAM_ERROR -> throw own;
                default -> {}
            }
        });
        assertThat(logged(policy, events))
                .containsExactly(
                        "the stream failed: java.lang.IllegalStateException: broken at FailureTest",
                        "onStreamError failed: java.lang.IllegalArgumentException: error hook at FailureTest");
        assertThat(end(events).error()).containsSame(BROKEN);
        assertThat(end(events).lastErrors()).containsExactly(own);
        assertThat(end(events)).asString().contains("error hook");
        assertThat(BROKEN.getSuppressed()).isEmpty();
    }

    @Test
    void anErrorThatTheErrorHookThrowsAgainIsLoggedOnce() {
        Recorder policy = new Recorder((hook, context) -> {
            if (hook == Hook.CONTENT || hook == Hook.STREAM_ERROR) {
                throw BROKEN;
            }
        });
        assertThat(logged(policy, new ArrayList<>()))
                .containsExactly("onStreamError failed: java.lang.IllegalStateException: broken at FailureTest");
    }

    private static StreamEvent.End end(List<StreamEvent> events) {
        return events.get(events.size() - 1).end().orElseThrow();
    }

    @Test
    void anErrorThatIsOnlyRethrownIsNotLogged() {
        List<StreamEvent> events = new ArrayList<>();
        assertThat(logged(failing(Hook.CONTENT, BROKEN), events)).isEmpty();
        assertThat(end(events).lastErrors()).isEmpty();
    }

    /** Returns the warnings of a stream that fails, each with the top of its stack trace. */
    private static List<String> logged(Recorder policy, List<StreamEvent> events) {
        StreamRunner runner =
                StreamRunner.of(StreamSettings.defaults().withListeners(List.of(events::add)), List.of(policy));
        try (Logged log = new Logged()) {
            assertThat(catchThrowable(
                            () -> runner.run(Upstream.REQUEST, Upstream.of(Upstream.text("a")), new Client())))
                    .isSameAs(BROKEN);
            return log.records().stream()
                    .peek(line -> assertThat(line.getLevel()).isEqualTo(Level.WARNING))
                    .map(line -> line.getMessage().replace("stream request-1, policy Recorder: ", "") + ": "
                            + line.getThrown().getMessage() + " at "
                            + line.getThrown().getStackTrace()[0].getClassName().replaceAll(".*[.]", ""))
                    .toList();
        }
    }

    @Test
    void anErrorAfterTerminatingIsAnError() {
        Recorder policy = new Recorder((hook, context) -> {
            if (hook == Hook.CONTENT) {
                context.terminate();
                throw BROKEN;
            }
        });
        Client client = new Client();
        assertThat(catchThrowable(
                        () -> StreamRunner.of(policy).run(Upstream.REQUEST, Upstream.of(Upstream.text("a")), client)))
                .isSameAs(BROKEN);
        assertThat(policy.count(Hook.STREAM_ERROR)).isEqualTo(1);
    }

    @Test
    void aStackOverflowIsAnErrorLikeAnyOther() {
        Recorder policy = new Recorder() {
            @Override
            public void onRole(
                    String role, StreamChunk chunk, List<String> state, dev.toolpolicy.stream.StreamContext context) {
                onRole(role, chunk, state, context);
            }
        };
        Client client = new Client();
        assertThatThrownBy(() ->
                        StreamRunner.of(policy).run(Upstream.REQUEST, new Upstream(Upstream.everything()), client))
                .isInstanceOf(StackOverflowError.class);
        assertThat(policy.trace()).endsWith("STREAM_CLOSED FAILED");
        assertThat(client.closed()).isEqualTo(1);
    }

    @Test
    void aClientThatLeavesIsNoError() {
        Recorder policy = new Recorder();
        Upstream upstream = new Upstream(Upstream.everything());
        Client client = new Client() {
            @Override
            public void accept(StreamChunk chunk) throws IOException, InterruptedException {
                if (chunks().size() == 2) {
                    throw new IOException("gone");
                }
                super.accept(chunk);
            }
        };
        assertThat(StreamRunner.of(policy).run(Upstream.REQUEST, upstream, client))
                .isEqualTo(StreamEvent.Outcome.DISCONNECTED);
        assertThat(policy.trace()).endsWith("CHUNK_COMPLETE", "STREAM_CLOSED DISCONNECTED");
        assertThat(policy.count(Hook.STREAM_ERROR)).isZero();
        assertThat(upstream.closed()).isEqualTo(1);
        assertThat(client.chunks()).hasSize(2);
    }

    @Test
    void aClientThatLeavesBeforeAnythingWasSentIsNoEmptyOutput() {
        Client client = new Client() {
            @Override
            public void accept(StreamChunk chunk) throws IOException {
                throw new IOException("gone");
            }
        };
        assertThat(StreamRunner.of(new Recorder()).run(Upstream.REQUEST, Upstream.of(Upstream.text("a")), client))
                .isEqualTo(StreamEvent.Outcome.DISCONNECTED);
    }

    @Test
    void aClientThatLeavesBeforeTheFinishIsSeenByTheClosedHook() {
        Recorder policy = new Recorder();
        Client client = new Client() {
            @Override
            public void accept(StreamChunk chunk) throws IOException, InterruptedException {
                if (!chunk.finishReason().isEmpty()) {
                    throw new IOException("gone");
                }
                super.accept(chunk);
            }
        };
        StreamEvent.Outcome outcome = StreamRunner.of(policy)
                .run(Upstream.REQUEST, Upstream.of(Upstream.text("a"), Upstream.finish("stop")), client);
        assertThat(outcome).isEqualTo(StreamEvent.Outcome.DISCONNECTED);
        assertThat(policy.trace()).endsWith("STREAM_COMPLETING", "STREAM_CLOSED DISCONNECTED");
    }

    @Test
    void aHookThatIsCancelledCancelsTheStream() {
        CancellationException cancelled = new CancellationException("judge cancelled");
        Recorder policy = failing(Hook.CONTENT, cancelled);
        Upstream upstream = new Upstream(Upstream.everything());
        Client client = new Client();
        assertThat(catchThrowable(() -> StreamRunner.of(policy).run(Upstream.REQUEST, upstream, client)))
                .isSameAs(cancelled);
        assertThat(policy.trace()).endsWith("STREAM_CLOSED CANCELLED");
        assertThat(policy.count(Hook.STREAM_ERROR)).isZero();
        assertThat(client.failure()).isSameAs(cancelled);
        assertThat(upstream.closed()).isEqualTo(1);
    }

    @Test
    void anInterruptionCancelsTheLoopBetweenChunks() {
        Recorder policy = new Recorder((hook, context) -> {
            if (hook == Hook.CONTENT) {
                Thread.currentThread().interrupt();
            }
        });
        Upstream upstream = new Upstream(Upstream.everything());
        try {
            assertThatThrownBy(() -> StreamRunner.of(policy).run(Upstream.REQUEST, upstream, new Client()))
                    .isInstanceOf(CancellationException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(policy.trace()).endsWith("CHUNK_COMPLETE", "STREAM_CLOSED CANCELLED");
        assertThat(upstream.taken()).isEqualTo(2);
    }
}
