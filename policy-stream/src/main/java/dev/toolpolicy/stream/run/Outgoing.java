package dev.toolpolicy.stream.run;

import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.sink.ChunkSink;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The output of one policy: delivered in order, except that a choice's finish, and the usage that follows it, is held
 * back until the stream ends. So nothing else follows the finish, and its reason agrees with the calls that went out.
 */
final class Outgoing {
    private final ChunkSink sink;
    private final CompletionAggregator incoming;
    private final Map<Integer, ChoiceEnd> ends = new TreeMap<>();
    private final @Nullable OutputCheck check;
    private long delivered;

    Outgoing(ChunkSink sink, CompletionAggregator incoming, @Nullable OutputCheck check) {
        this.check = check;
        this.sink = sink;
        this.incoming = incoming;
    }

    void send(StreamChunk chunk) throws IOException, InterruptedException {
        if (check != null) {
            check.check(chunk);
        }
        ChoiceEnd end = ends.computeIfAbsent(chunk.choice(), ChoiceEnd::new);
        end.note(chunk);
        if (end.isOpen() && chunk.finishReason().isEmpty()) {
            deliver(chunk);
        } else {
            for (StreamChunk now : end.hold(chunk)) {
                deliver(now);
            }
        }
    }

    /** Allows content after the end of the response: it goes out before the held-back finish. */
    void completing() {
        if (check != null) {
            check.completing();
        }
    }

    private void deliver(StreamChunk chunk) throws IOException, InterruptedException {
        sink.accept(chunk);
        delivered++;
    }

    /** Sends the finishes at the good end of a stream; a terminated stream gets those that are missing. */
    void release(boolean terminated) throws IOException, InterruptedException {
        for (ChoiceEnd end : ends.values()) {
            release(end, terminated);
        }
    }

    private void release(ChoiceEnd end, boolean terminated) throws IOException, InterruptedException {
        if (terminated && end.isOpen() && end.hasOutput()) {
            deliver(StreamChunk.finish(missingReason(end)).withChoice(end.choice()));
        } else {
            for (StreamChunk held : end.held(incoming.hasCalls(end.choice()))) {
                deliver(held);
            }
        }
    }

    /**
     * Returns the finish reason for a choice without one. It marks calls as complete only if they surely are: clients
     * run them.
     */
    private String missingReason(ChoiceEnd end) {
        if (!end.hasCalls()) {
            return StreamChunk.STOP;
        }
        return incoming.hasOpenCall(end.choice()) ? StreamChunk.CONTENT_FILTER : StreamChunk.TOOL_CALLS;
    }

    /** Returns whether the client got more than signs of life. */
    boolean hasOutput() {
        return ends.values().stream().anyMatch(ChoiceEnd::hasOutput);
    }

    long delivered() {
        return delivered;
    }
}
