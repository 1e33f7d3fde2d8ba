package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.runtime.internal.run.TurnCall.State;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The calls of a turn, and how far they are settled. A response can contain thousands of calls, so nothing here visits
 * all of them. A change affects one call, and at most the first that isn't stopped. Guarded by the turn's lock.
 */
final class LookOut {
    private final List<TurnCall> calls = new ArrayList<>();
    /** The latest call at each position. */
    private final Map<Integer, TurnCall> latest = new HashMap<>();

    private final Deque<TurnCall> touched = new ArrayDeque<>();
    /** The number of calls at the beginning that are stopped or invalid. */
    private int leading;

    private int open;
    private int stopped;
    private boolean looking;

    /** Returns the calls so far, in their order. */
    List<TurnCall> all() {
        return List.copyOf(calls);
    }

    TurnCall get(int index) {
        return calls.get(index);
    }

    int count() {
        return calls.size();
    }

    /** Adds a call that has started at a position, and marks it as changed. */
    TurnCall add(int position, TurnCall call) {
        calls.add(call);
        latest.put(position, call);
        open++;
        touched.add(call);
        return call;
    }

    /** Marks the call at a position as changed, if there is one. */
    void touch(int position) {
        TurnCall call = latest.get(position);
        if (call != null) {
            touched.add(call);
        }
    }

    /** Marks a call as changed. */
    void touch(TurnCall call) {
        touched.add(call);
    }

    /**
     * Evaluates the changed calls. This can settle another call on this thread; then the evaluation in progress
     * continues with that call.
     *
     * @param asks whether there is an approval handler
     * @param first marks calls as changed
     * @return whether this was the outermost evaluation
     */
    boolean look(boolean asks, Runnable first) {
        if (looking) {
            first.run();
            return false;
        }
        looking = true;
        try {
            first.run();
            for (TurnCall next = touched.poll(); next != null; next = touched.poll()) {
                look(next, asks);
            }
        } finally {
            looking = false;
        }
        return true;
    }

    private void look(TurnCall call, boolean asks) {
        State before = call.state();
        call.look(call.index() > leading, asks);
        count(before, -1);
        count(call.state(), 1);
        if (call.index() == leading && call.isStopped()) {
            leading++;
            while (leading < calls.size() && calls.get(leading).isStopped()) {
                leading++;
            }
            if (leading < calls.size()) {
                touched.add(calls.get(leading)); // nothing before it can lift its denial any more
            }
        }
    }

    private void count(State state, int more) {
        open += state == State.OPEN ? more : 0;
        stopped += state == State.STOPPED ? more : 0;
    }

    /** Returns whether a call was stopped and no call needs the rest of the response. */
    boolean nobodyNeedsMore() {
        return stopped > 0 && open == 0;
    }
}
