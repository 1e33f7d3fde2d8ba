package dev.toolpolicy.runtime.internal.flow;

import dev.toolpolicy.runtime.internal.flow.Digests.Digest;
import java.util.Collection;

/** A set of digests in one array: two numbers a slot, at most three of four slots taken. Immutable. */
record DigestSet(long[] slots, int size) {
    static final DigestSet EMPTY = new DigestSet(new long[2], 0);

    /** Returns this set with more digests. */
    DigestSet with(Collection<Digest> more) {
        if (more.isEmpty()) {
            return this;
        }
        long[] wider = new long[2 * ((size + more.size()) * 4 / 3 + 1)];
        for (int i = 0; i < slots.length; i += 2) {
            put(wider, slots[i], slots[i + 1]);
        }
        int count = size;
        for (Digest each : more) {
            count += put(wider, each.high(), each.low()) ? 1 : 0;
        }
        return new DigestSet(wider, count);
    }

    /** Puts a digest into its slot. Returns whether it is new; an empty slot isn't put. */
    private static boolean put(long[] slots, long high, long low) {
        if (high == 0 && low == 0) {
            return false;
        }
        int at = slot(slots, high, low);
        boolean isNew = slots[at] == 0 && slots[at + 1] == 0;
        slots[at] = high;
        slots[at + 1] = low;
        return isNew;
    }

    /** Returns the slot of a digest, or the empty one where it would be. */
    private static int slot(long[] slots, long high, long low) {
        int room = slots.length / 2;
        int at = (int) Long.remainderUnsigned(low, room);
        while (slots[2 * at] != high || slots[2 * at + 1] != low) {
            if (slots[2 * at] == 0 && slots[2 * at + 1] == 0) {
                break;
            }
            at = at + 1 == room ? 0 : at + 1;
        }
        return 2 * at;
    }

    boolean contains(Digest digest) {
        int at = slot(slots, digest.high(), digest.low());
        return slots[at] != 0 || slots[at + 1] != 0;
    }
}
