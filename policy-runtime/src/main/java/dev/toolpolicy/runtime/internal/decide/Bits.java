package dev.toolpolicy.runtime.internal.decide;

/** Sets of numbers below a size that is known, as words of 64 bits. */
final class Bits {
    private Bits() {}

    /** Returns an empty set of numbers below a size. */
    static long[] of(int size) {
        return new long[(size + Long.SIZE - 1) / Long.SIZE];
    }

    static boolean has(long[] bits, int number) {
        return (bits[number >> 6] & 1L << number) != 0;
    }

    static void set(long[] bits, int number) {
        bits[number >> 6] |= 1L << number;
    }

    static void set(long[] bits, int number, boolean present) {
        if (present) {
            set(bits, number);
        } else {
            bits[number >> 6] &= ~(1L << number);
        }
    }

    /** Returns the least number in a word. */
    static int first(int word, long bits) {
        return (word << 6) + Long.numberOfTrailingZeros(bits);
    }

    /** Returns the first number from another on that isn't in a set; the end if there is none before it. */
    static int firstClear(long[] bits, int from, int end) {
        int word = from >> 6;
        long clear = from < end ? ~bits[word] & -1L << from : 0;
        while (clear == 0 && ++word < bits.length) {
            clear = ~bits[word];
        }
        return clear == 0 ? end : Math.min(end, first(word, clear));
    }

    /** Returns what two sets, of what is true and of what is false, say of a number. */
    static Standing standing(long[] affirmed, long[] refuted, int number) {
        return has(affirmed, number) ? Standing.TRUE : has(refuted, number) ? Standing.FALSE : Standing.OPEN;
    }
}
