package dev.toolpolicy.stream.run;

import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import dev.toolpolicy.stream.sink.ChunkSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A client that keeps what it gets, and is strict: nothing but usage after a finish, calls in the order of their
 * indexes, names before arguments, closed once and nothing afterwards. What it dislikes it throws, and remembers.
 */
class Client implements ChunkSink {
    private final List<StreamChunk> chunks = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private final Set<Integer> finished = new HashSet<>();
    private final Set<Integer> named = new HashSet<>();
    private int highest = -1;
    private int heartbeats;
    private int closed;
    private @Nullable Throwable failure;

    @Override
    public void accept(StreamChunk chunk) throws IOException, InterruptedException {
        check(closed == 0, "a chunk after the output was closed");
        check(
                !finished.contains(chunk.choice())
                        || !chunk.hasBody() && chunk.role().isEmpty(),
                "content after the finish");
        for (ToolCallDelta delta : chunk.toolCalls()) {
            check(delta.index() >= highest, "index " + delta.index() + " after " + highest);
            check(delta.index() <= highest + 1, "index " + delta.index() + " follows " + highest);
            highest = Math.max(highest, delta.index());
            if (!delta.name().isEmpty()) {
                named.add(delta.index());
            }
            check(delta.arguments().isEmpty() || named.contains(delta.index()), "arguments before the name");
        }
        if (!chunk.finishReason().isEmpty()) {
            check(finished.add(chunk.choice()), "a second finish");
        }
        chunks.add(chunk);
    }

    private void check(boolean right, String fault) {
        if (!right) {
            faults.add(fault);
            throw new AssertionError(fault);
        }
    }

    @Override
    public void heartbeat() throws IOException {
        check(closed == 0, "a heartbeat after the end");
        heartbeats++;
    }

    @Override
    public void complete() throws IOException {
        closed++;
        check(closed == 1, "closed twice");
    }

    @Override
    public void fail(Throwable error) {
        closed++;
        failure = error;
        check(closed == 1, "closed twice");
    }

    List<String> faults() {
        return faults;
    }

    List<StreamChunk> chunks() {
        return chunks;
    }

    int closed() {
        return closed;
    }

    int heartbeats() {
        return heartbeats;
    }

    @Nullable
    Throwable failure() {
        return failure;
    }

    String text() {
        StringBuilder text = new StringBuilder();
        chunks.forEach(chunk -> text.append(chunk.content()));
        return text.toString();
    }

    List<ToolCallDelta> deltas() {
        return chunks.stream().flatMap(chunk -> chunk.toolCalls().stream()).toList();
    }

    List<String> finishes() {
        return chunks.stream()
                .map(StreamChunk::finishReason)
                .filter(reason -> !reason.isEmpty())
                .toList();
    }
}
