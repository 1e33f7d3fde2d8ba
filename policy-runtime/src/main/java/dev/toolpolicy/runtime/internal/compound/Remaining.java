package dev.toolpolicy.runtime.internal.compound;

/** The clauses that no value of a call has made false, as bits. Not thread-safe. */
final class Remaining {
    private long[] left;
    private long[] spare;

    Remaining(int words) {
        left = new long[words];
        spare = new long[words];
    }

    /** Begins with another call. */
    void start(long[] first) {
        System.arraycopy(first, 0, left, 0, left.length);
    }

    /** Removes all clauses but some. */
    void retain(long[] some) {
        for (int i = 0; i < left.length; i++) {
            left[i] &= some[i];
        }
    }

    /** Removes all clauses but some and a few more. */
    void retain(long[] some, int[] more) {
        for (int i = 0; i < left.length; i++) {
            spare[i] = left[i] & some[i];
        }
        for (int clause : more) {
            spare[clause >> 6] |= left[clause >> 6] & 1L << clause;
        }
        long[] before = left;
        left = spare;
        spare = before;
    }

    void remove(int[] clauses) {
        for (int clause : clauses) {
            left[clause >> 6] &= ~(1L << clause);
        }
    }

    /** Returns the first clause from one on that is left, or a negative number. */
    int next(int from) {
        int word = from >> 6;
        if (word >= left.length) {
            return -1;
        }
        long bits = left[word] & -1L << from;
        while (bits == 0) {
            if (++word == left.length) {
                return -1;
            }
            bits = left[word];
        }
        return (word << 6) + Long.numberOfTrailingZeros(bits);
    }
}
