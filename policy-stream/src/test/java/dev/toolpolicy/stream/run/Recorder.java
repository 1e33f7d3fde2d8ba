package dev.toolpolicy.stream.run;

import dev.toolpolicy.stream.CompletedUnit;
import dev.toolpolicy.stream.EventDrivenPolicy;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import dev.toolpolicy.stream.StreamContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Passes everything on and writes down which hooks are called; before each it does what a test wants. */
class Recorder implements EventDrivenPolicy<List<String>> {
    private final List<String> trace = new ArrayList<>();
    private final BiConsumer<Hook, StreamContext> before;

    Recorder() {
        this((hook, context) -> {});
    }

    Recorder(BiConsumer<Hook, StreamContext> before) {
        this.before = before;
    }

    List<String> trace() {
        return trace;
    }

    /** How often a hook was called. */
    long count(Hook hook) {
        return trace.stream()
                .filter(line -> line.split(" ")[0].equals(hook.name()))
                .count();
    }

    private void note(Hook hook, Object what, StreamContext context) {
        trace.add((hook + " " + what).trim());
        before.accept(hook, context);
    }

    @Override
    public List<String> createState() {
        return new ArrayList<>();
    }

    @Override
    public void onStreamStarted(List<String> state, StreamContext context) {
        note(Hook.STREAM_STARTED, "", context);
    }

    @Override
    public void onChunkStarted(StreamChunk chunk, List<String> state, StreamContext context) {
        note(Hook.CHUNK_STARTED, "", context);
    }

    @Override
    public void onRole(String role, StreamChunk chunk, List<String> state, StreamContext context) {
        note(Hook.ROLE, role, context);
    }

    @Override
    public void onContent(String content, StreamChunk chunk, List<String> state, StreamContext context) {
        note(Hook.CONTENT, content, context);
    }

    @Override
    public void onToolCallDelta(ToolCallDelta delta, StreamChunk chunk, List<String> state, StreamContext context) {
        note(Hook.TOOL_CALL_DELTA, delta.index(), context);
    }

    @Override
    public void onUsage(Map<String, Long> usage, StreamChunk chunk, List<String> state, StreamContext context) {
        note(Hook.USAGE, usage, context);
    }

    @Override
    public void onFinishReason(String reason, StreamChunk chunk, List<String> state, StreamContext context) {
        note(Hook.FINISH_REASON, reason, context);
    }

    @Override
    public void onContentCompleted(CompletedUnit unit, StreamChunk chunk, List<String> state, StreamContext context) {
        note(Hook.CONTENT_COMPLETED, !unit.isCall() ? unit.text() : unit, context);
    }

    @Override
    public void onToolCallCompleted(CompletedUnit call, StreamChunk chunk, List<String> state, StreamContext context) {
        note(Hook.TOOL_CALL_COMPLETED, call, context);
    }

    @Override
    public void onMessageCompleted(
            CompletedUnit message, StreamChunk chunk, List<String> state, StreamContext context) {
        note(Hook.MESSAGE_COMPLETED, message.text(), context);
    }

    @Override
    public void onChunkComplete(StreamChunk chunk, List<String> state, StreamContext context) {
        note(Hook.CHUNK_COMPLETE, "", context);
        context.send(chunk);
    }

    @Override
    public void onStreamCompleting(List<String> state, StreamContext context) {
        note(Hook.STREAM_COMPLETING, "", context);
    }

    @Override
    public void onStreamError(Throwable error, List<String> state, StreamContext context) {
        note(Hook.STREAM_ERROR, error.getMessage(), context);
    }

    @Override
    public void onStreamClosed(List<String> state, StreamContext context) {
        note(Hook.STREAM_CLOSED, context.outcome().orElseThrow(), context);
    }
}
