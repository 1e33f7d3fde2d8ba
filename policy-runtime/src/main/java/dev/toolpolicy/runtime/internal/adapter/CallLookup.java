package dev.toolpolicy.runtime.internal.adapter;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides which call of one choice a piece belongs to, in chat completions and what is converted to them. All readers
 * ask this class, so that what is decided about is what runs.
 *
 * <ul>
 *   <li>A piece with an index belongs to the call at that index. Another id there means another call.
 *   <li>A piece without an index belongs to the call with its id.
 *   <li>A piece without both continues the latest call. If it has a name, it starts another call as soon as the latest
 *       one can't go on with that name, or has a piece in the same chunk.
 * </ul>
 *
 * @param <C> the calls
 */
public final class CallLookup<C extends JoinedCall> {
    /** The index of a piece that has none. */
    public static final int NO_INDEX = -1;

    private final Map<Integer, C> byIndex = new HashMap<>();
    private final Map<String, C> byId = new HashMap<>();
    private @Nullable C latest;

    /**
     * Finds the call that a piece belongs to.
     *
     * @param index the piece's index, or {@link #NO_INDEX}
     * @param id the piece's id, possibly empty
     * @param name the piece's name, possibly empty
     * @param first whether the piece is the first of its chunk
     * @return the call, or null if the piece starts another
     */
    public @Nullable C find(int index, String id, String name, boolean first) {
        if (index != NO_INDEX) {
            C call = byIndex.get(index);
            boolean isOther = call != null && !id.isEmpty() && !call.id().isEmpty() && !id.equals(call.id());
            return isOther ? null : call;
        }
        if (!id.isEmpty()) {
            return byId.get(id);
        }
        C call = latest;
        return call == null || !name.isEmpty() && (!first || call.isFollowedBy(name)) ? null : call;
    }

    /**
     * Records that a piece belongs to a call, which is the latest from now on.
     *
     * @param call the call
     * @param index the piece's index, or {@link #NO_INDEX}
     * @param id the piece's id, possibly empty
     * @return the call that had this index before, or null if none or the same had it
     */
    public @Nullable C add(C call, int index, String id) {
        C before = index == NO_INDEX ? null : byIndex.put(index, call);
        if (!id.isEmpty()) {
            byId.put(id, call);
        }
        latest = call;
        return before == call ? null : before;
    }

    /** Returns the call of the latest piece, or null if there was none. */
    public @Nullable C latest() {
        return latest;
    }
}
