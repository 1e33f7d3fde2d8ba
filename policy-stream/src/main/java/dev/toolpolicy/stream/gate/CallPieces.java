package dev.toolpolicy.stream.gate;

import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;

/**
 * The pieces of one call, in order. They identify it plainly if the first has index, id and name, all others have the index
 * alone, and no piece of another call stands between them: then readers that go by index, by id or by order, and that
 * take the first, the last or all of what repeats, read the same call.
 */
final class CallPieces {
    private final int index;
    private final String id;
    private final String name;
    private boolean plain = true;

    CallPieces(ToolCallDelta first) {
        index = first.index();
        id = first.id();
        name = first.name();
    }

    int index() {
        return index;
    }

    /** Takes the next piece, which follows one of the same call or of another. */
    void add(ToolCallDelta next, boolean behindItsOwn) {
        plain = plain
                && behindItsOwn
                && next.index() == index
                && next.id().isEmpty()
                && next.name().isEmpty();
    }

    /** Returns whether the pieces identify this call plainly. */
    boolean tellPlainly(ToolCallDelta call) {
        return plain && index == call.index() && id.equals(call.id()) && name.equals(call.name());
    }
}
