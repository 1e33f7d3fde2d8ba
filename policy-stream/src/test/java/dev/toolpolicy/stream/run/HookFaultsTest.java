package dev.toolpolicy.stream.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.event.StreamEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each hook throws each kind of failure, in each form of a stream. The closed hook runs once, the output is
 * closed once, and whoever runs the stream gets the very failure. What error and closed hooks throw hides nothing.
 */
class HookFaultsTest {
    private static final Logger LOGS = Logger.getLogger("dev.toolpolicy");

    /** The exceptions of a hook. */
    enum Fault {
        RUNTIME(() -> new IllegalStateException("broken")),
        ERROR(() -> new NoClassDefFoundError("broken")),
        CHECKED(() -> new IOException("broken")),
        OVERFLOW(() -> new StackOverflowError("broken")),
        MEMORY(() -> new OutOfMemoryError("broken")),
        CANCELLED(() -> new CancellationException("broken"));

        private final Supplier<Throwable> failure;

        Fault(Supplier<Throwable> failure) {
            this.failure = failure;
        }
    }

    /** The ways to run a stream. */
    enum Form {
        LOOP,
        PUSH
    }

    @BeforeAll
    static void beQuiet() {
        LOGS.setLevel(Level.OFF);
    }

    @AfterAll
    static void beLoud() {
        LOGS.setLevel(null);
    }

    static Stream<Arguments> cases() {
        return Stream.of(Hook.values())
                .flatMap(hook -> Stream.of(Fault.values())
                        .flatMap(fault -> Stream.of(Form.values()).map(form -> Arguments.of(hook, fault, form))));
    }

    /** A response that fails at its end, so that the error hook runs. */
    private static final class Failing extends Upstream {
        private final @Nullable Throwable end;

        Failing(@Nullable Throwable end) {
            super(Upstream.everything());
            this.end = end;
        }

        @Override
        public boolean hasNext() {
            boolean more = super.hasNext();
            if (!more && end != null) {
                HookFaultsTest.<RuntimeException>sneak(end);
            }
            return more;
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable failure) throws E {
        throw (E) failure;
    }

    /** The end of a stream: its outcome or exception, and how often the output was closed. */
    private record End(
            StreamEvent.@Nullable Outcome outcome, @Nullable Throwable thrown, int closed) {}

    private static End run(Form form, StreamRunner runner, Upstream response) {
        Client client = new Client();
        StreamEvent.Outcome outcome = null;
        Throwable thrown = null;
        try {
            switch (form) {
                case LOOP -> outcome = runner.run(Upstream.REQUEST, response, client);
                case PUSH -> outcome = push(runner, response, client);
            }
        } catch (Throwable e) {
            thrown = e;
        }
        return new End(outcome, form == Form.PUSH ? client.failure() : thrown, client.closed());
    }

    private static StreamEvent.Outcome push(StreamRunner runner, Upstream response, Client client) {
        PolicyStream stream = runner.open(Upstream.REQUEST, client, response::close);
        try {
            boolean more = true;
            while (more && response.hasNext()) {
                more = stream.push(response.next());
            }
            stream.finish();
        } catch (Throwable e) {
            stream.fail(e);
        }
        return stream.outcome().orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theStreamEndsInOrderAndTheFailureIsTheOriginal(Hook hook, Fault fault, Form form) {
        Throwable failure = fault.failure.get();
        Throwable upstream = hook == Hook.STREAM_ERROR ? new IOException("the model is gone") : null;
        List<Hook> ran = new ArrayList<>();
        Recorder policy = new Recorder((called, context) -> {
            ran.add(called);
            if (called == hook) {
                HookFaultsTest.<RuntimeException>sneak(failure);
            }
        });
        End end = run(form, StreamRunner.of(policy), new Failing(upstream));

        assertThat(ran).as("the hook was called").contains(hook);
        assertThat(ran).filteredOn(Hook.STREAM_CLOSED::equals).hasSize(1);
        assertThat(ran.get(ran.size() - 1)).isEqualTo(Hook.STREAM_CLOSED);
        assertThat(end.closed()).as("the output's ends").isEqualTo(1);
        boolean hidden = hook == Hook.STREAM_CLOSED || hook == Hook.STREAM_ERROR;
        assertThat(end.thrown()).isSameAs(hidden ? upstream : failure);
        boolean errors = hook == Hook.STREAM_ERROR || !hidden && fault != Fault.CANCELLED;
        assertThat(ran.contains(Hook.STREAM_ERROR)).as("the error hook").isEqualTo(errors);
    }

    @ParameterizedTest
    @MethodSource("states")
    void aStateThatCanNotBeMadeFailsTheStream(Fault fault, Form form) {
        Throwable failure = fault.failure.get();
        End end = run(
                form,
                StreamRunner.of(new Recorder() {
                    @Override
                    public List<String> createState() {
                        HookFaultsTest.<RuntimeException>sneak(failure);
                        return super.createState();
                    }
                }),
                new Failing(null));
        assertThat(end.thrown()).isSameAs(failure);
        assertThat(end.closed()).isEqualTo(1);
    }

    static Stream<Arguments> states() {
        return Stream.of(Fault.values())
                .flatMap(fault -> Stream.of(Form.values()).map(form -> Arguments.of(fault, form)));
    }
}
