package dev.toolpolicy.runtime.turn;

import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.turn.TurnCall.State;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The calls of a turn, and how far they are settled as a whole. A response can hold thousands of calls, so nothing here
 * looks at all of them: what is told of one changes that one, and at most the first that isn't refused, since all before
 * it are. Guarded by the turn's lock.
 */
final class LookOut {
    private final List<TurnCall> calls = new ArrayList<>();
    private final Map<ToolCallStream, TurnCall> byStream = new IdentityHashMap<>();
    /** The latest call at each position. */
    private final Map<Integer, TurnCall> latest = new HashMap<>();
    private final Deque<TurnCall> touched = new ArrayDeque<>();
    /** How many calls at the beginning are refused or invalid. */
    private int leading;
    private int open;
    private int refused;
    private boolean looking;

    /** The calls so far, in their order. */
    List<TurnCall> all() {
        return List.copyOf(calls);
    }

    int count() {
        return calls.size();
    }

    /** A call that has begun at a position; it is looked at next. */
    TurnCall add(int position, TurnCall call) {
        calls.add(call);
        byStream.put(call.stream(), call);
        latest.put(position, call);
        open++;
        touched.add(call);
        return call;
    }

    /** Something was told of the call at a position, if there is one. */
    void touch(int position) {
        TurnCall call = latest.get(position);
        if (call != null) {
            touched.add(call);
        }
    }

    /** Something was told of a call. */
    void touch(TurnCall call) {
        touched.add(call);
    }

    /** Most text settles nothing, so that not every piece of it is looked at. */
    boolean hasNews(ToolCallStream stream) {
        TurnCall call = byStream.get(stream);
        return call == null || call.hasNews();
    }

    /**
     * Looks at what was touched. What a look does can itself settle a call, on this very thread: then the look that is
     * going on goes on with that.
     *
     * @param asks whether there is anybody to ask
     * @param first what is to be touched
     * @return whether this was the look that is over now
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
        if (call.index() == leading && call.isRefused()) {
            leading++;
            while (leading < calls.size() && calls.get(leading).isRefused()) {
                leading++;
            }
            if (leading < calls.size()) {
                touched.add(calls.get(leading));    // nothing before it can lift its denial any more
            }
        }
    }

    private void count(State state, int more) {
        open += state == State.OPEN ? more : 0;
        refused += state == State.REFUSED ? more : 0;
    }

    /** Whether a call was refused and none needs the rest of the response. */
    boolean nobodyNeedsMore() {
        return refused > 0 && open == 0;
    }
}
