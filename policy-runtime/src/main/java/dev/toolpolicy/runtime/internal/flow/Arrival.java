package dev.toolpolicy.runtime.internal.flow;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolResult;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** The text of one call's outcome on its way to the model, and what was new in it. For one thread at a time. */
public final class Arrival {
    private final ToolCall call;
    private final ToolResult result;
    private final Reach reach;
    private final Turn turn;
    private final Instant time;
    private final Supplier<String> summary;
    private final Set<String> labels = new TreeSet<>();
    private final Set<String> full = new TreeSet<>();

    /** The reach of the text of an outcome. */
    public enum Reach {
        /** The model gets it: its labels and values join the session's. */
        MODEL,
        /** The model may get it: its labels join, and no values. */
        PERHAPS,
        /** The model doesn't get it, or not yet. */
        NOBODY
    }

    /**
     * Creates an arrival.
     *
     * @param call the call with the arguments that ran
     * @param result its result
     * @param reach how far its text gets
     * @param turn the response that the call is of
     * @param time the time
     * @param summary returns the call in words, for people
     */
    public Arrival(ToolCall call, ToolResult result, Reach reach, Turn turn, Instant time, Supplier<String> summary) {
        this.call = call;
        this.result = result;
        this.reach = reach;
        this.turn = turn;
        this.time = time;
        this.summary = summary;
    }

    /** Returns what the outcome brings if its text is withheld for now: its labels, and no values. */
    public Arrival withheld() {
        return reach == Reach.MODEL ? new Arrival(call, result, Reach.PERHAPS, turn, time, summary) : this;
    }

    /** Forgets what was new in an earlier try. */
    void begin() {
        labels.clear();
        full.clear();
    }

    void note(String label) {
        labels.add(label);
    }

    void noteFull(String set) {
        full.add(set);
    }

    /** Returns the labels that the session had not before. */
    public Set<String> labels() {
        return labels;
    }

    /** Returns the sets that became full. */
    public Set<String> full() {
        return full;
    }

    /** Returns the call. */
    public ToolCall call() {
        return call;
    }

    /** Returns the time. */
    public Instant time() {
        return time;
    }

    ToolResult result() {
        return result;
    }

    /** Returns how far its text gets. */
    public Reach reach() {
        return reach;
    }

    Turn turn() {
        return turn;
    }

    String summary() {
        return summary.get();
    }
}
