package dev.toolpolicy.analysis.internal.automaton.build;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * The construction of the smallest automaton of the same language, over the coarsest alphabet, by Hopcroft's algorithm
 * (Hopcroft: An n log n algorithm for minimizing states in a finite automaton, 1971), with blocks as runs of one array
 * (Valmari: Fast brief practical DFA minimization, 2012).
 */
final class Minimizer {
    private final Dfa dfa;
    private final int classes;
    private final Sources sources;

    /** The states by block; in each block marked ones first. */
    private final int[] elements;

    private final int[] places;
    private final int[] blockOf;
    private final int[] firsts;
    private final int[] ends;
    private final int[] marked;
    private final int[] touched;
    private int touchedCount;
    private int blocks;

    /** Blocks times classes plus class, with which others must still be split. */
    private int[] waiting = new int[64];

    private int waitingCount;

    private Minimizer(Dfa dfa) {
        this.dfa = dfa;
        this.classes = dfa.alphabet().size();
        this.sources = new Sources(dfa);
        int states = dfa.states();
        elements = new int[states];
        places = new int[states];
        blockOf = new int[states];
        firsts = new int[states];
        ends = new int[states];
        marked = new int[states];
        touched = new int[states];
    }

    static Dfa minimize(Dfa dfa) {
        Minimizer minimizer = new Minimizer(withFewestClasses(dfa));
        minimizer.split();
        return withFewestClasses(minimizer.result());
    }

    /** Merges classes with which every state leads to the same state. */
    private static Dfa withFewestClasses(Dfa dfa) {
        int classes = dfa.alphabet().size();
        Map<IntKey, Integer> names = new HashMap<>();
        int[] renamed = new int[classes];
        int[] kept = new int[classes];
        for (int c = 0; c < classes; c++) {
            int[] column = new int[dfa.states()];
            for (int state = 0; state < column.length; state++) {
                column[state] = dfa.next(state, c);
            }
            Integer fresh = names.size();
            Integer known = names.putIfAbsent(new IntKey(column), fresh);
            renamed[c] = known == null ? fresh : known;
            kept[renamed[c]] = c;
        }
        if (names.size() == classes) {
            return dfa;
        }
        int[] next = new int[dfa.states() * names.size()];
        for (int i = 0; i < next.length; i++) {
            next[i] = dfa.next(i / names.size(), kept[i % names.size()]);
        }
        return new Dfa(dfa.alphabet().merged(renamed, names.size()), dfa.states(), next, accepting(dfa));
    }

    private static BitSet accepting(Dfa dfa) {
        BitSet accepting = new BitSet(dfa.states());
        for (int state = 0; state < dfa.states(); state++) {
            accepting.set(state, dfa.accepts(state));
        }
        return accepting;
    }

    private void split() {
        begin();
        int[] splitter = new int[elements.length];
        while (waitingCount > 0) {
            int next = waiting[--waitingCount];
            int block = next / classes;
            int size = ends[block] - firsts[block];
            System.arraycopy(elements, firsts[block], splitter, 0, size); // Marking reorders them.
            for (int i = 0; i < size; i++) {
                int target = splitter[i] * classes + next % classes;
                for (int edge = sources.first(target); edge < sources.first(target + 1); edge++) {
                    mark(sources.at(edge));
                }
            }
            while (touchedCount > 0) {
                divide(touched[--touchedCount]);
            }
        }
    }

    private void begin() {
        int low = 0;
        int high = elements.length;
        for (int state = 0; state < elements.length; state++) {
            int place = dfa.accepts(state) ? low++ : --high;
            elements[place] = state;
            places[state] = place;
        }
        addBlock(0, low);
        addBlock(low, elements.length);
    }

    private void addBlock(int first, int end) {
        if (first == end) {
            return;
        }
        firsts[blocks] = first;
        ends[blocks] = end;
        for (int i = first; i < end; i++) {
            blockOf[elements[i]] = blocks;
        }
        for (int c = 0; c < classes; c++) {
            await(blocks * classes + c);
        }
        blocks++;
    }

    private void await(int splitter) {
        if (waitingCount == waiting.length) {
            waiting = Arrays.copyOf(waiting, waitingCount * 2);
        }
        waiting[waitingCount++] = splitter;
    }

    private void mark(int state) {
        int block = blockOf[state];
        int place = firsts[block] + marked[block];
        if (places[state] < place) {
            return;
        }
        if (marked[block]++ == 0) {
            touched[touchedCount++] = block;
        }
        int swapped = elements[place];
        elements[places[state]] = swapped;
        places[swapped] = places[state];
        elements[place] = state;
        places[state] = place;
    }

    /** Splits off the marked states, if there are others. The smaller part gets the new number. */
    private void divide(int block) {
        int border = firsts[block] + marked[block];
        int count = marked[block];
        marked[block] = 0;
        if (border == ends[block]) {
            return;
        }
        boolean markedSmaller = count <= ends[block] - border;
        firsts[blocks] = markedSmaller ? firsts[block] : border;
        ends[blocks] = markedSmaller ? border : ends[block];
        if (markedSmaller) {
            firsts[block] = border;
        } else {
            ends[block] = border;
        }
        for (int i = firsts[blocks]; i < ends[blocks]; i++) {
            blockOf[elements[i]] = blocks;
        }
        for (int c = 0; c < classes; c++) {
            await(blocks * classes + c); // The rest is waiting already, or need not: one of both parts is enough.
        }
        blocks++;
    }

    /** Returns the blocks as states, in the order of a walk from the first, so that the result is always the same. */
    private Dfa result() {
        int[] names = new int[blocks];
        Arrays.fill(names, -1);
        int[] order = new int[blocks];
        int count = 0;
        names[blockOf[0]] = count;
        order[count++] = 0;
        int[] next = new int[blocks * classes];
        for (int i = 0; i < count; i++) {
            for (int c = 0; c < classes; c++) {
                int target = dfa.next(order[i], c);
                int block = blockOf[target];
                if (names[block] < 0) {
                    names[block] = count;
                    order[count++] = target;
                }
                next[i * classes + c] = names[block];
            }
        }
        BitSet accepting = new BitSet(count);
        for (int i = 0; i < count; i++) {
            accepting.set(i, dfa.accepts(order[i]));
        }
        return new Dfa(dfa.alphabet(), count, Arrays.copyOf(next, count * classes), accepting);
    }
}
