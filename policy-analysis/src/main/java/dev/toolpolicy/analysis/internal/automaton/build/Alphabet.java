package dev.toolpolicy.analysis.internal.automaton.build;

import dev.toolpolicy.analysis.internal.automaton.pattern.Budget;
import dev.toolpolicy.analysis.internal.automaton.pattern.CodePointSet;
import java.io.DataInput;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The classes of characters that one automaton does not distinguish: each interval of code points with the number of
 * its class, from 0. Surrogates, which well-formed text doesn't contain, are in the class of U+FFFD and have no class
 * of their own.
 */
public final class Alphabet {
    public static final int REPLACEMENT = 0xFFFD;
    private static final int AFTER_SURROGATES = Character.MAX_SURROGATE + 1;

    /** All characters in one class. */
    public static final Alphabet WHOLE = new Alphabet(new int[] {0}, new int[] {0}, 1);

    private final int[] starts;
    private final int[] classes;
    private final int size;

    private Alphabet(int[] starts, int[] classes, int size) {
        this.starts = starts;
        this.classes = classes;
        this.size = size;
    }

    /** Reads the number of intervals, then the start and the class of each, then the number of classes. */
    static Alphabet read(DataInput in) throws IOException {
        int[] starts = new int[in.readUnsignedShort()];
        int[] classes = new int[starts.length];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = in.readInt();
            classes[i] = in.readUnsignedShort();
        }
        return new Alphabet(starts, classes, in.readUnsignedShort());
    }

    /** Returns the number of classes. */
    public int size() {
        return size;
    }

    int intervals() {
        return starts.length;
    }

    /** Returns the code point after an interval. */
    int end(int interval) {
        return interval + 1 < starts.length ? starts[interval + 1] : CodePointSet.END;
    }

    /** Returns the class of a code point. */
    public int classOf(int codePoint) {
        int at = Arrays.binarySearch(starts, codePoint);
        return classes[at >= 0 ? at : -at - 2];
    }

    /** Returns the same characters with some classes merged, by each class's new number. */
    Alphabet merged(int[] renamed, int count) {
        int[] kept = new int[starts.length];
        int[] names = new int[starts.length];
        int intervals = 0;
        for (int i = 0; i < starts.length; i++) {
            int name = renamed[classes[i]];
            if (intervals == 0 || names[intervals - 1] != name) {
                kept[intervals] = starts[i];
                names[intervals++] = name;
            }
        }
        return new Alphabet(Arrays.copyOf(kept, intervals), Arrays.copyOf(names, intervals), count);
    }

    /**
     * An alphabet that distinguishes some sets.
     *
     * @param classesOf the classes of each set
     */
    record Partition(Alphabet alphabet, int[][] classesOf) {}

    /** Returns the alphabet that distinguishes some sets. */
    public static Alphabet of(List<CodePointSet> sets) {
        return telling(sets, Budget.unlimited()).alphabet();
    }

    static Partition telling(List<CodePointSet> sets, Budget budget) {
        long[] toggles = toggles(sets);
        budget.steps(toggles.length);
        Builder builder = new Builder(toggles.length + 1);
        Map<BitSet, Integer> names = new HashMap<>();
        BitSet inside = new BitSet(sets.size());
        for (int i = 0; i < toggles.length; ) {
            int position = (int) (toggles[i] >>> Integer.SIZE);
            for (; i < toggles.length && (int) (toggles[i] >>> Integer.SIZE) == position; i++) {
                int set = (int) toggles[i] - 1;
                if (set >= 0) {
                    inside.flip(set);
                }
            }
            budget.steps(1 + sets.size() / Long.SIZE);
            if (builder.begins(position)) {
                Integer name = names.get(inside);
                if (name == null) {
                    name = names.size();
                    names.put((BitSet) inside.clone(), name);
                }
                builder.add(position, name);
            }
        }
        return new Partition(builder.build(names.size()), classesOf(names, sets.size(), budget));
    }

    /**
     * Returns positions in the upper half and sets, counted from 1, in the lower; 0 marks a place where only an
     * interval begins.
     */
    private static long[] toggles(List<CodePointSet> sets) {
        int size = 2;
        for (CodePointSet set : sets) {
            size += set.size();
        }
        long[] toggles = new long[size];
        toggles[1] = (long) AFTER_SURROGATES << Integer.SIZE;
        int next = 2;
        for (int s = 0; s < sets.size(); s++) {
            for (int i = 0; i < sets.get(s).size(); i++) {
                toggles[next++] = (long) sets.get(s).toggle(i) << Integer.SIZE | s + 1;
            }
        }
        Arrays.sort(toggles);
        return toggles;
    }

    private static int[][] classesOf(Map<BitSet, Integer> names, int sets, Budget budget) {
        int[] counts = new int[sets];
        for (BitSet members : names.keySet()) {
            budget.steps(members.cardinality());
            for (int set = members.nextSetBit(0); set >= 0; set = members.nextSetBit(set + 1)) {
                counts[set]++;
            }
        }
        int[][] classes = new int[sets][];
        for (int set = 0; set < sets; set++) {
            classes[set] = new int[counts[set]];
        }
        for (Map.Entry<BitSet, Integer> name : names.entrySet()) {
            BitSet members = name.getKey();
            for (int set = members.nextSetBit(0); set >= 0; set = members.nextSetBit(set + 1)) {
                classes[set][--counts[set]] = name.getValue();
            }
        }
        for (int[] each : classes) {
            Arrays.sort(each);
        }
        return classes;
    }

    /**
     * An alphabet that distinguishes what any of several alphabets does.
     *
     * @param classOf for each of them, its own class of each common one
     */
    public record Join(Alphabet alphabet, int[][] classOf) {}

    public static Join join(List<Alphabet> alphabets, Budget budget) {
        int[] starts = starts(alphabets);
        budget.steps((long) starts.length * alphabets.size());
        Builder builder = new Builder(starts.length + 1);
        Map<IntKey, Integer> names = new HashMap<>();
        int[] at = new int[alphabets.size()];
        for (int start : starts) {
            if (builder.begins(start)) {
                int[] tuple = new int[at.length];
                for (int i = 0; i < at.length; i++) {
                    at[i] = alphabets.get(i).advance(at[i], start);
                    tuple[i] = alphabets.get(i).classes[at[i]];
                }
                Integer fresh = names.size();
                Integer known = names.putIfAbsent(new IntKey(tuple), fresh);
                builder.add(start, known == null ? fresh : known);
            }
        }
        int[][] classOf = new int[at.length][names.size()];
        for (Map.Entry<IntKey, Integer> name : names.entrySet()) {
            for (int i = 0; i < classOf.length; i++) {
                classOf[i][name.getValue()] = name.getKey().at(i);
            }
        }
        return new Join(builder.build(names.size()), classOf);
    }

    /** Returns where an interval of any alphabet starts, and that behind the surrogates, in order. */
    private static int[] starts(List<Alphabet> alphabets) {
        int size = 1;
        for (Alphabet each : alphabets) {
            size += each.starts.length;
        }
        int[] all = new int[size];
        all[0] = AFTER_SURROGATES;
        int next = 1;
        for (Alphabet each : alphabets) {
            System.arraycopy(each.starts, 0, all, next, each.starts.length);
            next += each.starts.length;
        }
        Arrays.sort(all);
        int different = 1;
        for (int start : all) {
            if (start != all[different - 1]) {
                all[different++] = start;
            }
        }
        return Arrays.copyOf(all, different);
    }

    private int advance(int interval, int codePoint) {
        int at = interval;
        while (end(at) <= codePoint) {
            at++;
        }
        return at;
    }

    /** A builder of intervals in ascending order, which fills the gap of the surrogates. */
    private static final class Builder {
        private final int[] starts;
        private final int[] classes;
        private int size;

        Builder(int capacity) {
            starts = new int[capacity + 1];
            classes = new int[capacity + 1];
        }

        /** Returns whether an interval with a class of its own may begin here. */
        boolean begins(int codePoint) {
            return codePoint < CodePointSet.END
                    && (codePoint < Character.MIN_SURROGATE || codePoint >= AFTER_SURROGATES);
        }

        void add(int start, int name) {
            if (start >= AFTER_SURROGATES && size > 0 && starts[size - 1] < Character.MIN_SURROGATE) {
                add(Character.MIN_SURROGATE, -1);
            }
            starts[size] = start;
            classes[size++] = name;
        }

        Alphabet build(int count) {
            Alphabet alphabet = new Alphabet(Arrays.copyOf(starts, size), Arrays.copyOf(classes, size), count);
            int replacement = alphabet.classOf(REPLACEMENT);
            for (int i = 0; i < size; i++) {
                alphabet.classes[i] = alphabet.classes[i] < 0 ? replacement : alphabet.classes[i];
            }
            int[] same = new int[count];
            for (int i = 0; i < count; i++) {
                same[i] = i;
            }
            return alphabet.merged(same, count);
        }
    }

    /** Returns the most readable character of each class, by {@link Readability}. */
    int[] samples() {
        int[] samples = new int[size];
        Arrays.fill(samples, CodePointSet.END);
        for (int i = 0; i < starts.length; i++) {
            samples[classes[i]] = Readability.best(starts[i], end(i), samples[classes[i]]);
        }
        return samples;
    }
}
