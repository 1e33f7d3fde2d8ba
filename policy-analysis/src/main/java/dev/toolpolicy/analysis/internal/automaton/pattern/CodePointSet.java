package dev.toolpolicy.analysis.internal.automaton.pattern;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * An immutable set of code points, including surrogates, as the ascending list of those where membership toggles. Sets
 * with the same code points are equal.
 */
public final class CodePointSet {
    public static final int END = Character.MAX_CODE_POINT + 1;
    static final CodePointSet NONE = new CodePointSet();
    public static final CodePointSet ALL = new CodePointSet(0, END);

    private final int[] toggles;

    private CodePointSet(int... toggles) {
        this.toggles = toggles;
    }

    /** Returns the set of one code point. */
    public static CodePointSet of(int codePoint) {
        return new CodePointSet(codePoint, codePoint + 1);
    }

    /** Returns the code points of a range, both ends inclusive. */
    public static CodePointSet range(int first, int last) {
        return new CodePointSet(first, last + 1);
    }

    /** Returns the union of ranges, given as pairs of first and last in any order, overlapping or not. */
    public static CodePointSet ranges(int... pairs) {
        long[] sorted = new long[pairs.length / 2];
        for (int i = 0; i < sorted.length; i++) {
            sorted[i] = (long) pairs[2 * i] << Integer.SIZE | pairs[2 * i + 1] + 1;
        }
        return merged(sorted);
    }

    /** Returns the code points that satisfy a predicate. */
    static CodePointSet where(IntPredicate predicate) {
        int[] found = new int[16];
        int size = 0;
        boolean inside = false;
        for (int c = 0; c <= END; c++) {
            if ((c < END && predicate.test(c)) != inside) {
                found = size == found.length ? Arrays.copyOf(found, size * 2) : found;
                found[size++] = c;
                inside = !inside;
            }
        }
        return new CodePointSet(Arrays.copyOf(found, size));
    }

    /** Merges ranges, each with its first in the upper half and the code point after its last in the lower. */
    private static CodePointSet merged(long[] pairs) {
        Arrays.sort(pairs);
        int[] toggles = new int[pairs.length * 2];
        int size = 0;
        for (long pair : pairs) {
            int first = (int) (pair >>> Integer.SIZE);
            int end = (int) pair;
            if (size > 0 && first <= toggles[size - 1]) {
                toggles[size - 1] = Math.max(end, toggles[size - 1]);
            } else {
                toggles[size++] = first;
                toggles[size++] = end;
            }
        }
        return new CodePointSet(Arrays.copyOf(toggles, size));
    }

    public CodePointSet or(CodePointSet other) {
        long[] pairs = new long[(toggles.length + other.toggles.length) / 2];
        for (int i = 0; i < pairs.length; i++) {
            int[] from = 2 * i < toggles.length ? toggles : other.toggles;
            int at = 2 * i < toggles.length ? 2 * i : 2 * i - toggles.length;
            pairs[i] = (long) from[at] << Integer.SIZE | from[at + 1];
        }
        return merged(pairs);
    }

    public CodePointSet complement() {
        boolean low = toggles.length > 0 && toggles[0] == 0;
        boolean high = toggles.length > 0 && toggles[toggles.length - 1] == END;
        int from = low ? 1 : 0;
        int kept = toggles.length - from - (high ? 1 : 0);
        int[] result = new int[kept + (low ? 0 : 1) + (high ? 0 : 1)];
        System.arraycopy(toggles, from, result, low ? 0 : 1, kept);
        if (!high) {
            result[result.length - 1] = END;
        }
        return new CodePointSet(result);
    }

    public boolean contains(int codePoint) {
        int at = Arrays.binarySearch(toggles, codePoint);
        return (at >= 0 ? at : -at - 2) % 2 == 0;
    }

    /** Returns how often membership toggles. */
    public int size() {
        return toggles.length;
    }

    /** Returns a code point where membership toggles; {@link #END} may be the last. */
    public int toggle(int index) {
        return toggles[index];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CodePointSet set && Arrays.equals(toggles, set.toggles);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(toggles);
    }
}
