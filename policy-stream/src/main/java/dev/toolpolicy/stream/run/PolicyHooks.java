package dev.toolpolicy.stream.run;

import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.stream.CompletedUnit;
import dev.toolpolicy.stream.EventDrivenPolicy;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import dev.toolpolicy.stream.StreamContext;
import dev.toolpolicy.stream.StreamRequest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Calls a policy's hooks in their order, as long as the stream goes on. Exceptions are passed on: the run knows what
 * they mean, and asks here which hook {@linkplain #running ran}.
 */
final class PolicyHooks<S extends @Nullable Object> {
    /** The view that a policy's hooks have of their stream. */
    record Context(StreamRun<?> run, StreamRequest request, StreamTelemetry telemetry, CompletionAggregator completions)
            implements StreamContext {

        @Override
        public void send(StreamChunk chunk) {
            run.send(Objects.requireNonNull(chunk, "chunk"));
        }

        @Override
        public void emit(String type, Map<String, ?> details) {
            telemetry.emitted(type, details);
        }

        @Override
        public void terminate() {
            run.ask(StreamEvent.Outcome.TERMINATED);
        }

        @Override
        public void keepalive() {
            run.keepalive();
        }

        @Override
        public Optional<StreamEvent.Outcome> outcome() {
            return run.outcome();
        }

        @Override
        public List<CompletedUnit> completed() {
            return completions.completed();
        }

        @Override
        public List<CompletedUnit> incomplete() {
            return completions.incomplete();
        }

        @Override
        public int callOf(int delta) {
            return completions.callOf(delta);
        }
    }

    private final EventDrivenPolicy<S> policy;
    private final StreamRun<S> run;
    private final Context context;
    private final StreamTelemetry telemetry;
    private final S state;
    private @Nullable Hook running;

    PolicyHooks(EventDrivenPolicy<S> policy, S state, StreamRun<S> run, Context context, StreamTelemetry telemetry) {
        this.policy = policy;
        this.state = state;
        this.run = run;
        this.context = context;
        this.telemetry = telemetry;
    }

    /** Returns the hook that runs now; null between hooks. */
    @Nullable
    Hook running() {
        return running;
    }

    void notRunning() {
        running = null;
    }

    private void enter(Hook hook) {
        running = hook;
        run.signOfLife();
        if (telemetry.isTracing()) {
            telemetry.hookCalled(hook, run.chunksIn());
        }
    }

    void started() {
        enter(Hook.STREAM_STARTED);
        policy.onStreamStarted(state, context);
    }

    /** Calls all hooks of one chunk. */
    void chunk(StreamChunk chunk) {
        enter(Hook.CHUNK_STARTED);
        policy.onChunkStarted(chunk, state, context);
        if (run.goesOn() && !chunk.role().isEmpty()) {
            enter(Hook.ROLE);
            policy.onRole(chunk.role(), chunk, state, context);
        }
        if (run.goesOn() && !chunk.content().isEmpty()) {
            enter(Hook.CONTENT);
            policy.onContent(chunk.content(), chunk, state, context);
        }
        deltas(chunk);
        usage(chunk);
        if (run.goesOn() && !chunk.finishReason().isEmpty()) {
            enter(Hook.FINISH_REASON);
            policy.onFinishReason(chunk.finishReason(), chunk, state, context);
        }
        completions(chunk);
        if (run.goesOn()) {
            enter(Hook.CHUNK_COMPLETE);
            policy.onChunkComplete(chunk, state, context);
        }
    }

    private void deltas(StreamChunk chunk) {
        List<ToolCallDelta> deltas = chunk.toolCalls();
        int count = deltas.size();
        for (int i = 0; i < count && run.goesOn(); i++) {
            enter(Hook.TOOL_CALL_DELTA);
            policy.onToolCallDelta(deltas.get(i), chunk, state, context);
        }
    }

    private void usage(StreamChunk chunk) {
        Optional<Map<String, Long>> usage = chunk.usage();
        if (usage.isPresent() && run.goesOn()) {
            enter(Hook.USAGE);
            policy.onUsage(usage.get(), chunk, state, context);
        }
    }

    private void completions(StreamChunk chunk) {
        CompletionAggregator units = context.completions();
        while (units.hasNext() && run.goesOn()) {
            CompletedUnit unit = units.next();
            enter(Hook.CONTENT_COMPLETED);
            policy.onContentCompleted(unit, chunk, state, context);
            if (run.goesOn()) {
                completed(unit, chunk);
            }
        }
    }

    private void completed(CompletedUnit unit, StreamChunk chunk) {
        if (unit.isCall()) {
            enter(Hook.TOOL_CALL_COMPLETED);
            policy.onToolCallCompleted(unit, chunk, state, context);
        } else {
            enter(Hook.MESSAGE_COMPLETED);
            policy.onMessageCompleted(unit, chunk, state, context);
        }
    }

    void completing() {
        enter(Hook.STREAM_COMPLETING);
        policy.onStreamCompleting(state, context);
    }

    void error(Throwable error) {
        enter(Hook.STREAM_ERROR);
        policy.onStreamError(error, state, context);
    }

    void closed() {
        enter(Hook.STREAM_CLOSED);
        policy.onStreamClosed(state, context);
    }
}
