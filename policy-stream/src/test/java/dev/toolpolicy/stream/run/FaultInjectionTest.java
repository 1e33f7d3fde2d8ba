package dev.toolpolicy.stream.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamContext;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Something goes wrong at the n-th step, for every n: state, hooks, upstream, client. Whatever it is, the end is in
 * order.
 */
class FaultInjectionTest {

    /** The kinds of faults. */
    enum Fault {
        EXCEPTION,
        ERROR,
        TERMINATION,
        CANCELLATION,
        CLIENT_LEAVES
    }

    /** Counts steps, and fails at one. */
    private static final class Steps {
        private final Fault fault;
        private final int at;
        private int count;

        Steps(Fault fault, int at) {
            this.fault = fault;
            this.at = at;
        }

        void step() {
            if (++count == at) {
                switch (fault) {
                    case EXCEPTION, CLIENT_LEAVES -> throw new IllegalStateException("fault at " + at);
                    case ERROR -> throw new AssertionError("fault at " + at);
                    case TERMINATION -> throw new StreamContext.TerminateException();
                    case CANCELLATION -> throw new CancellationException("fault at " + at);
                }
            }
        }

        void clientStep() throws IOException {
            if (fault == Fault.CLIENT_LEAVES && count + 1 == at) {
                count++;
                throw new IOException("gone at " + at);
            }
            step();
        }
    }

    private static final class FragileClient extends Client {
        private final Steps steps;

        FragileClient(Steps steps) {
            this.steps = steps;
        }

        @Override
        public void accept(StreamChunk chunk) throws IOException, InterruptedException {
            steps.clientStep();
            super.accept(chunk);
        }

        @Override
        public void complete() throws IOException {
            super.complete();
            steps.clientStep();
        }

        @Override
        public void fail(Throwable error) {
            super.fail(error);
            steps.step();
        }
    }

    private static final class FragileUpstream extends Upstream {
        private final Steps steps;

        FragileUpstream(Steps steps) {
            super(Upstream.everything());
            this.steps = steps;
        }

        @Override
        public boolean hasNext() {
            steps.step();
            return super.hasNext();
        }

        @Override
        public void close() {
            super.close();
            steps.step();
        }
    }

    private static final class Fragile extends Recorder {
        private final Steps steps;
        private boolean made;

        Fragile(Steps steps) {
            super((hook, context) -> steps.step());
            this.steps = steps;
        }

        @Override
        public List<String> createState() {
            steps.step();
            made = true;
            return super.createState();
        }
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void theEndIsInOrderAfterEveryFailure(Fault fault) {
        int n = 0;
        boolean reached = true;
        while (reached) {
            n++;
            reached = oneStream(fault, n, false);
        }
        assertThat(n).as("steps of one stream").isGreaterThan(60);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void theSameGoesForAChain(Fault fault) {
        int n = 0;
        boolean reached = true;
        while (reached) {
            n++;
            reached = oneStream(fault, n, true);
        }
        assertThat(n).isGreaterThan(60);
    }

    /** Whether the stream has as many steps. */
    private static boolean oneStream(Fault fault, int n, boolean chained) {
        Steps steps = new Steps(fault, n);
        Fragile policy = new Fragile(steps);
        Recorder other = new Recorder();
        FragileClient client = new FragileClient(steps);
        FragileUpstream upstream = new FragileUpstream(steps);
        StreamRunner runner = chained ? StreamRunner.of(other, policy, new Recorder()) : StreamRunner.of(policy);
        StreamEvent.Outcome outcome = null;
        Throwable thrown = null;
        try {
            outcome = runner.run(Upstream.REQUEST, upstream, client);
        } catch (Throwable e) {
            thrown = e;
        }
        String what = fault + " at step " + n;
        checkEnd(what, policy, policy.made);
        checkEnd(
                what,
                other,
                chained
                        && policy.made
                        && policy.count(Hook.STREAM_STARTED) == 1
                        && !other.trace().isEmpty());
        assertThat(client.closed()).as(what).isEqualTo(1);
        assertThat(client.faults()).as(what).isEmpty();
        assertThat(upstream.closed()).as(what).isLessThanOrEqualTo(1);
        assertThat(outcome == null).as(what).isEqualTo(thrown != null);
        assertThat(client.failure() == null)
                .as(what)
                .isEqualTo(outcome == StreamEvent.Outcome.COMPLETED || outcome == StreamEvent.Outcome.TERMINATED);
        return steps.count >= n;
    }

    private static void checkEnd(String what, Recorder policy, boolean made) {
        List<String> trace = policy.trace();
        if (!made) {
            assertThat(trace).as(what).isEmpty();
            return;
        }
        assertThat(trace.get(0)).as(what).isEqualTo("STREAM_STARTED");
        assertThat(policy.count(Hook.STREAM_CLOSED)).as(what).isEqualTo(1);
        String last = trace.get(trace.size() - 1);
        assertThat(last).as(what).startsWith("STREAM_CLOSED");
        assertThat(policy.count(Hook.STREAM_ERROR)).as(what).isEqualTo(last.endsWith("FAILED") ? 1 : 0);
        assertThat(trace.indexOf("STREAM_COMPLETING") < 0 || policy.count(Hook.STREAM_COMPLETING) == 1)
                .as(what)
                .isTrue();
    }
}
