package dev.toolpolicy.runtime.internal.line;

import dev.toolpolicy.analysis.internal.automaton.build.Alphabet;
import dev.toolpolicy.analysis.internal.automaton.build.ClassTable;
import dev.toolpolicy.analysis.internal.automaton.build.IntKey;
import dev.toolpolicy.analysis.internal.automaton.pattern.Budget;
import dev.toolpolicy.analysis.internal.shell.match.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Several tables that read one line together, and what follows from their verdicts, as bits. Where each of them has been
 * before, all take a step by one lookup, so that the cost of a line doesn't grow with their number. Thread-safe.
 */
public final class LineTables {
    private static final int MOST_STATES = 2_000;
    /** The most references to states: some megabytes. */
    private static final int MOST_REFERENCES = 1_000_000;

    private final List<LineTable> tables;
    private final Function<Verdict[], long[]> meaning;
    private final ClassTable classes;
    private final int classCount;
    private final int mostStates;
    private final State first;
    /** The known states by the numbers of their parts; guarded by itself. */
    private final Map<IntKey, State> known = new HashMap<>();

    private volatile boolean isFull;

    /** The known states of all tables after the same characters. */
    private static final class State {
        private final LineTable.State[] parts;
        /** What follows if the line ends here; null if it hasn't ended here yet. */
        private volatile long @Nullable [] meaning;

        private final boolean isSettled;
        private final AtomicReferenceArray<@Nullable State> next;

        private State(LineTable.State[] parts, int classes) {
            this.parts = parts;
            boolean settled = true;
            for (LineTable.State part : parts) {
                settled &= part.verdict() != Verdict.OPEN;
            }
            isSettled = settled;
            next = new AtomicReferenceArray<>(classes);
        }
    }

    /**
     * Creates the common reading of some tables.
     *
     * @param meaning what follows from the verdict of each table, as bits
     */
    public LineTables(List<LineTable> tables, Function<Verdict[], long[]> meaning) {
        this.meaning = meaning;
        this.tables = List.copyOf(tables);
        List<Alphabet> alphabets = new ArrayList<>();
        LineTable.State[] starts = new LineTable.State[tables.size()];
        for (int i = 0; i < starts.length; i++) {
            alphabets.add(tables.get(i).machine().alphabet());
            starts[i] = tables.get(i).first();
        }
        Alphabet alphabet = Alphabet.join(alphabets, Budget.unlimited()).alphabet();
        classes = new ClassTable(alphabet);
        classCount = alphabet.size();
        mostStates = Math.min(MOST_STATES, MOST_REFERENCES / (tables.size() + classCount));
        first = created(starts);
    }

    private static IntKey key(LineTable.State[] parts) {
        int[] numbers = new int[parts.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = parts[i].number();
        }
        return new IntKey(numbers);
    }

    private State created(LineTable.State[] parts) {
        State state = new State(parts, classCount);
        known.put(key(parts), state);
        isFull = known.size() >= mostStates;
        return state;
    }

    /** Takes a step that isn't known. Returns null if there is no room for the state that it leads to. */
    private @Nullable State explore(State from, int codePoint) {
        if (isFull) {
            return null;
        }
        LineTable.State[] parts = new LineTable.State[from.parts.length];
        for (int i = 0; i < parts.length; i++) {
            LineTable.State next = tables.get(i).next(from.parts[i], codePoint);
            if (next == null) {
                return null;
            }
            parts[i] = next;
        }
        synchronized (known) {
            State next = known.get(key(parts));
            if (next == null && !isFull) {
                next = created(parts);
            }
            from.next.setRelease(classes.classOf(codePoint), next);
            return next;
        }
    }

    /**
     * Reads a whole line.
     *
     * @return what follows from the verdicts; not to be changed
     */
    public long[] read(String line) {
        State at = first;
        for (int i = 0; !at.isSettled && i < line.length(); ) {
            int c = LineTable.scalar(line, i);
            State next = at.next.getAcquire(classes.classOf(c));
            if (next == null) {
                next = explore(at, c);
                if (next == null) {
                    return meaning.apply(tables.stream()
                            .map(table -> table.read(line, new int[table.size()]))
                            .toArray(Verdict[]::new));
                }
            }
            at = next;
            i += Character.charCount(c);
        }
        long[] known = at.meaning;
        return known == null ? ended(at) : known;
    }

    private long[] ended(State state) {
        Verdict[] verdicts = new Verdict[state.parts.length];
        for (int i = 0; i < verdicts.length; i++) {
            verdicts[i] = state.parts[i].end();
        }
        long[] made = meaning.apply(verdicts);
        state.meaning = made;
        return made;
    }
}
