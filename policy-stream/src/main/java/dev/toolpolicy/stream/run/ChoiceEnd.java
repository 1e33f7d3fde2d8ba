package dev.toolpolicy.stream.run;

import dev.toolpolicy.stream.StreamChunk;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The end of one choice's output, as far as it has been sent. */
final class ChoiceEnd {
    /** So many chunks without content may follow a finish: one of usage is usual, a few signs of life may be. */
    private static final int MOST_AFTER_FINISH = 64;

    private final int choice;
    private @Nullable StreamChunk finish;
    private final List<StreamChunk> after = new ArrayList<>(1);
    private boolean output;
    private boolean calls;

    ChoiceEnd(int choice) {
        this.choice = choice;
    }

    int choice() {
        return choice;
    }

    /** Looks at a chunk that is sent. */
    void note(StreamChunk chunk) {
        output = output || !chunk.isEmpty();
        calls = calls || !chunk.toolCalls().isEmpty();
    }

    /** Returns whether no finish has been sent. */
    boolean isOpen() {
        return finish == null;
    }

    boolean hasOutput() {
        return output;
    }

    boolean hasCalls() {
        return calls;
    }

    /**
     * Holds a finish back, or what is sent after it; content still goes before it; a second finish or a role says
     * nothing.
     */
    List<StreamChunk> hold(StreamChunk chunk) {
        StreamChunk held = finish;
        if (held == null) {
            finish = chunk;
            return List.of();
        }
        StreamChunk more = chunk.finishReason().isEmpty() ? chunk : chunk.withFinishReason("");
        if (more.hasBody()) {
            return before(held, more);
        }
        more = more.role().isEmpty() ? more : more.withRole("");
        if (more.isEmpty() && !chunk.isEmpty()) {
            return List.of();
        }
        if (after.size() == MOST_AFTER_FINISH) {
            throw new StreamException(
                    StreamException.Kind.PROTOCOL,
                    "more than " + MOST_AFTER_FINISH + " chunks were sent after the finish");
        }
        after.add(more);
        return List.of();
    }

    private List<StreamChunk> before(StreamChunk held, StreamChunk more) {
        List<StreamChunk> now = new ArrayList<>(2);
        if (held.hasBody() || !held.role().isEmpty()) {
            now.add(held.withFinishReason("").withUsage(null));
            finish = held.withRole("").withContent("").withToolCalls(List.of());
        }
        now.add(more);
        return now;
    }

    /** Returns the held-back chunks at the end. A finish for calls becomes a plain one if no call went out. */
    List<StreamChunk> held(boolean callsCame) {
        StreamChunk held = finish;
        if (held == null) {
            return List.of();
        }
        List<StreamChunk> all = new ArrayList<>(after.size() + 1);
        boolean removed = callsCame && !calls && held.finishReason().equals(StreamChunk.TOOL_CALLS);
        all.add(removed ? held.withFinishReason(StreamChunk.STOP) : held);
        all.addAll(after);
        return all;
    }
}
