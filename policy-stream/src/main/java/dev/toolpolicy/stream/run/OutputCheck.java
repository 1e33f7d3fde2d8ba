package dev.toolpolicy.stream.run;

import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Checks what one policy sends: each chunk must agree with those it sent before. */
final class OutputCheck {
    private final String policy;
    private final Map<Integer, Choice> choices = new HashMap<>();

    /** The output of a choice so far. */
    private static final class Choice {
        private String role = "";
        private String finish = "";
        private int latest = ToolCallDelta.NO_INDEX;
        private final Set<Integer> named = new HashSet<>();
    }

    private boolean completing;

    OutputCheck(String policy) {
        this.policy = policy;
    }

    /** Allows content after the finish of a choice: the runner holds the finish back. */
    void completing() {
        completing = true;
    }

    /** Throws if a chunk contradicts those before it. */
    void check(StreamChunk chunk) {
        Choice choice = choices.computeIfAbsent(chunk.choice(), unseen -> new Choice());
        require(
                choice.finish.isEmpty() || completing || !chunk.hasBody(),
                "content or a tool call after the finish",
                chunk);
        require(choice.finish.isEmpty() || chunk.finishReason().isEmpty(), "a second finish", chunk);
        require(
                choice.role.isEmpty() || chunk.role().isEmpty() || chunk.role().equals(choice.role),
                "the role \"" + chunk.role() + "\" after \"" + choice.role + "\"",
                chunk);
        choice.role = chunk.role().isEmpty() ? choice.role : chunk.role();
        for (ToolCallDelta delta : chunk.toolCalls()) {
            check(delta, choice, chunk);
        }
        choice.finish = chunk.finishReason().isEmpty() ? choice.finish : chunk.finishReason();
    }

    private void check(ToolCallDelta delta, Choice choice, StreamChunk chunk) {
        require(delta.index() >= choice.latest, "the index " + delta.index() + " after " + choice.latest, chunk);
        choice.latest = delta.index();
        boolean named = !delta.name().isEmpty() || choice.named.contains(delta.index());
        if (named) {
            choice.named.add(delta.index());
        }
        require(named || delta.arguments().isEmpty(), "arguments before their call's name", chunk);
    }

    private void require(boolean fits, String what, StreamChunk chunk) {
        if (!fits) {
            throw new StreamException(
                    StreamException.Kind.OUTPUT,
                    "policy " + policy + " sent " + what + ", in choice " + chunk.choice());
        }
    }
}
