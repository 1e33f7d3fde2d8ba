package dev.toolpolicy.runtime.internal.flow;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolResult;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * The text of one call's outcome on its way to the model, and what was new in it. For one thread at a time.
 *
 * @param call the call with the arguments that ran
 * @param result its result
 * @param reach how far its text gets
 * @param turn the response that the call is of
 * @param time the time
 * @param words returns the call in words, for people
 * @param labels the labels that the session had not before, as far as the text was recorded
 * @param full the sets that became full
 */
public record Arrival(
        ToolCall call,
        ToolResult result,
        Reach reach,
        Turn turn,
        Instant time,
        Supplier<String> words,
        Set<String> labels,
        Set<String> full) {
    /** The reach of the text of an outcome. */
    public enum Reach {
        /** The model gets it: its labels and values join the session's. */
        MODEL,
        /** The model may get it: its labels join, and no values. */
        PERHAPS,
        /** The model doesn't get it, or not yet. */
        NOBODY
    }

    /** Creates an arrival of which nothing was recorded. */
    public Arrival(ToolCall call, ToolResult result, Reach reach, Turn turn, Instant time, Supplier<String> words) {
        this(call, result, reach, turn, time, words, new TreeSet<>(), new TreeSet<>());
    }

    /** Returns what the outcome brings if its text is withheld for now: its labels, and no values. */
    public Arrival withheld() {
        return reach == Reach.MODEL ? new Arrival(call, result, Reach.PERHAPS, turn, time, words) : this;
    }

    /** Forgets what was new in an earlier try. */
    void begin() {
        labels.clear();
        full.clear();
    }
}
