package dev.toolpolicy.runtime.internal.decide;

import dev.toolpolicy.runtime.internal.read.CheckedVisitor;
import dev.toolpolicy.runtime.internal.read.ValueAggregator;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The open containers whose complete value rules need. The content of the outermost is collected, and the others are
 * parts of it. Not thread-safe.
 */
final class Captures {
    private static final CheckedVisitor NOTHING = new CheckedVisitor() {};

    private final Deque<Capture> open = new ArrayDeque<>();
    private ValueAggregator values = new ValueAggregator();

    /**
     * A container that is being collected.
     *
     * @param place where it is
     * @param depth how many containers are open with it
     */
    private record Capture(Place place, int depth) {}

    /** Begins to collect a container at a depth; its own events follow. */
    void begin(Place place, int depth) {
        if (open.isEmpty()) {
            values = new ValueAggregator();
        }
        open.push(new Capture(place, depth));
    }

    /** Returns what collects the content: nothing does while no such container is open. */
    CheckedVisitor content() {
        return open.isEmpty() ? NOTHING : values;
    }

    /** Tells the rules of the container that has ended at a depth, if it was collected. */
    void end(int depth, CompoundEvaluation rules) {
        Capture innermost = open.peek();
        if (innermost != null && innermost.depth() == depth) {
            open.pop();
            rules.container(innermost.place(), values.latest());
        }
    }
}
