package dev.toolpolicy.runtime.internal.adapter;

import dev.toolpolicy.runtime.call.ToolTurn;
import java.util.HashSet;
import java.util.Set;

/**
 * A turn as the receiver of a response's calls. Of calls that the provider runs itself, only the labels count.
 * A call whose input is free text gets an input that is not JSON, so it is invalid.
 */
public final class TurnSink implements CallSink {
    /** The input that a call with free text gets, by which it is invalid. */
    public static final String FREE_TEXT = "free text is not JSON";

    private final ToolTurn turn;
    /** The positions of calls whose text doesn't go to the turn. */
    private final Set<Integer> closed = new HashSet<>();

    /**
     * Creates a receiver.
     *
     * @param turn the turn of the response
     */
    public TurnSink(ToolTurn turn) {
        this.turn = turn;
    }

    @Override
    public void start(int position, String id, String name) {
        closed.remove(position);
        turn.start(position, id, name);
    }

    @Override
    public void startFreeText(int position, String id, String name) {
        turn.start(position, id, name);
        if (closed.add(position)) {
            turn.append(position, FREE_TEXT);
        }
    }

    @Override
    public void startProvided(int position, String id, String name) {
        if (closed.add(position)) {
            turn.provided(name);
        }
    }

    @Override
    public void text(int position, String text) {
        if (!closed.contains(position)) {
            turn.append(position, text);
        }
    }

    @Override
    public void end(int position) {
        if (!closed.contains(position)) {
            turn.end(position);
        }
    }
}
