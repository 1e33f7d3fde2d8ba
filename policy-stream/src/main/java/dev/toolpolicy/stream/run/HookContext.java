package dev.toolpolicy.stream.run;

import dev.toolpolicy.event.StreamOutcome;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamContext;
import dev.toolpolicy.stream.StreamRequest;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The view of a stream for a policy's hooks. */
record HookContext(StreamRun<?> run, StreamRequest request, StreamTelemetry telemetry, CompletionAggregator completions)
        implements StreamContext {

    @Override
    public void send(StreamChunk chunk) {
        run.send(Objects.requireNonNull(chunk, "chunk"));
    }

    @Override
    public void emit(String type, Map<String, String> details) {
        telemetry.emitted(type, details);
    }

    @Override
    public void terminate() {
        run.ask(StreamOutcome.TERMINATED);
    }

    @Override
    public void keepalive() {
        run.keepalive();
    }

    @Override
    public Optional<StreamOutcome> outcome() {
        return run.outcome();
    }
}
