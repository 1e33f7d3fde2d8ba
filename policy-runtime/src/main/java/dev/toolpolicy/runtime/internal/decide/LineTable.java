package dev.toolpolicy.runtime.internal.decide;

import dev.toolpolicy.analysis.internal.automaton.build.ClassTable;
import dev.toolpolicy.analysis.internal.automaton.build.IntKey;
import dev.toolpolicy.analysis.internal.shell.match.CommandMachine;
import dev.toolpolicy.analysis.internal.shell.match.Verdict;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A {@link CommandMachine} that remembers its steps. A step that was taken before is a lookup and allocates nothing. The
 * table doesn't grow beyond a limit; then the machine itself takes the steps that aren't known. Thread-safe.
 *
 * <p>The caller keeps the state of each line: {@link #size} ints of an array of its own. The first is the number of a
 * known state. If it isn't known, the machine's own state follows.
 */
public final class LineTable {
    /** The states that the tables at one place share. Enough for what agents write; one takes less than a kilobyte. */
    private static final int MOST_STATES = 4_000;
    /** The states that each table has at least, if many share a place. */
    private static final int LEAST_STATES = 200;

    private static final int UNKNOWN = -1;

    private final CommandMachine machine;
    private final ClassTable classes;
    private final int classCount;
    private final State first;
    /** The known states by their numbers. */
    private final AtomicReferenceArray<@Nullable State> states;
    /** The same by the machine's own states; guarded by itself. */
    private final Map<IntKey, State> known = new HashMap<>();

    private volatile boolean isFull;

    /**
     * A known state.
     *
     * @param machine the machine's own state
     * @param verdict what is certain in it
     * @param mayHold whether the condition may be true
     * @param mayFail whether it may be false
     * @param end the verdict if the line ends there
     * @param next the next state by class of character; null if it isn't known
     */
    private record State(
            int number,
            int[] machine,
            Verdict verdict,
            boolean mayHold,
            boolean mayFail,
            Verdict end,
            AtomicReferenceArray<@Nullable State> next) {}

    /**
     * Creates a table.
     *
     * @param mostStates the limit, at least 1
     */
    public LineTable(CommandMachine machine, int mostStates) {
        this.machine = machine;
        classes = new ClassTable(machine.alphabet());
        classCount = machine.alphabet().size();
        states = new AtomicReferenceArray<>(mostStates);
        int[] own = new int[machine.size()];
        machine.start(own, 0);
        first = created(own);
    }

    private State created(int[] own) {
        Verdict end = machine.end(own.clone(), 0);
        State state = new State(
                known.size(),
                own,
                machine.verdict(own, 0),
                machine.mayBe(Verdict.TRUE, own, 0),
                machine.mayBe(Verdict.FALSE, own, 0),
                end,
                new AtomicReferenceArray<>(classCount));
        states.set(state.number, state);
        known.put(new IntKey(own), state);
        isFull = known.size() == states.length();
        return state;
    }

    /** Takes a step that isn't known. Returns null if there is no room for the state that it leads to. */
    private @Nullable State explore(State from, int codePoint) {
        if (isFull) {
            return null;
        }
        int[] own = from.machine.clone();
        machine.step(own, 0, codePoint);
        synchronized (known) {
            State next = known.get(new IntKey(own));
            if (next == null && !isFull) {
                next = created(own);
            }
            from.next.setRelease(classes.classOf(codePoint), next);
            return next;
        }
    }

    private @Nullable State next(State from, int codePoint) {
        State next = from.next.getAcquire(classes.classOf(codePoint));
        return next == null ? explore(from, codePoint) : next;
    }

    /** Returns the limit of each of some tables at one place. */
    public static int limit(int tables) {
        return Math.max(LEAST_STATES, MOST_STATES / Math.max(1, tables));
    }

    /** Returns the machine. */
    public CommandMachine machine() {
        return machine;
    }

    /** Returns the number of ints that the state of a line takes. */
    public int size() {
        return 1 + machine.size();
    }

    /** Starts a line. */
    public void start(int[] state, int at) {
        state[at] = first.number;
    }

    /** Reads a Unicode scalar value, unless the verdict is settled. */
    public void step(int[] state, int at, int codePoint) {
        State from = state(state, at);
        if (from == null) {
            machine.step(state, at + 1, codePoint);
            return;
        }
        State next = next(from, codePoint);
        if (next == null) {
            state[at] = UNKNOWN;
            System.arraycopy(from.machine, 0, state, at + 1, from.machine.length);
            machine.step(state, at + 1, codePoint);
        } else {
            state[at] = next.number;
        }
    }

    private @Nullable State state(int[] state, int at) {
        return state[at] == UNKNOWN ? null : states.getAcquire(state[at]);
    }

    /** Returns what is certain, for every continuation of the line. */
    public Verdict verdict(int[] state, int at) {
        State known = state(state, at);
        return known == null ? machine.verdict(state, at + 1) : known.verdict;
    }

    /** Returns whether a continuation of the line may make the condition true. */
    public boolean mayHold(int[] state, int at) {
        State known = state(state, at);
        return known == null ? machine.mayBe(Verdict.TRUE, state, at + 1) : known.mayHold;
    }

    /** Returns whether a continuation of the line may make the condition false. */
    public boolean mayFail(int[] state, int at) {
        State known = state(state, at);
        return known == null ? machine.mayBe(Verdict.FALSE, state, at + 1) : known.mayFail;
    }

    /** Ends the line. Returns the verdict, which isn't open. */
    public Verdict end(int[] state, int at) {
        State known = state(state, at);
        return known == null ? machine.end(state, at + 1) : known.end;
    }
}
