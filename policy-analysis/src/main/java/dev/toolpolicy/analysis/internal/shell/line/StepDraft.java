package dev.toolpolicy.analysis.internal.shell.line;

import java.util.ArrayList;
import java.util.List;

/** The consequence of a character while it is computed: a state that changes, and what happens. */
abstract class StepDraft {
    private final List<Op> ops = new ArrayList<>();
    Place place;
    Phase phase;
    Naming naming;
    boolean assigned;
    boolean solid;
    boolean unknown;
    Braces braces;
    boolean quoted;
    boolean blank;
    boolean awaited;
    boolean found;

    StepDraft(LineState state) {
        place = state.place();
        phase = state.phase();
        naming = state.naming();
        assigned = state.assigned();
        solid = state.solid();
        unknown = state.unknown();
        braces = state.braces();
        quoted = state.quoted();
        blank = state.blank();
        awaited = state.awaited();
        found = state.found();
    }

    final LineStep result() {
        LineState next = place == Place.FAILED
                ? LineState.FAILED
                : new LineState(place, phase, naming, assigned, solid, unknown, braces, quoted, blank, awaited, found);
        return new LineStep(next, List.copyOf(ops));
    }

    final void fail() {
        place = Place.FAILED;
    }

    final void go(Place next) {
        place = next;
    }

    final void emit(Op op) {
        boolean isEvaluated = phase == Phase.ARGUMENT || naming == Naming.VALUE;
        boolean isSilent = unknown && op.isText() || op == Op.BRACKET && !isEvaluated;
        if (!isSilent) {
            ops.add(op);
        }
    }

    final void begin() {
        emit(phase == Phase.NAME ? Op.BEGIN_NAME : Op.BEGIN_ARGUMENT);
        beginWord();
    }

    /** Begins a word. What matters only if no word follows is forgotten. */
    final void beginWord() {
        assigned = false;
        awaited = false;
        found = true;
        naming = phase == Phase.NAME ? Naming.EMPTY : Naming.NEVER;
        go(Place.WORD);
    }

    final boolean hasWord() {
        return assigned || phase != Phase.NAME;
    }

    final boolean inName() {
        return phase == Phase.NAME && naming != Naming.VALUE;
    }

    final void unknown() {
        if (!unknown) {
            emit(Op.UNKNOWN);
        }
        unknown = true;
        go(Place.WORD);
    }

    final void endWord() {
        if (braces == Braces.OPEN) {
            fail();
            return;
        }
        braces = Braces.NONE;
        unknown = false;
        solid = false;
        if (phase == Phase.FILE) {
            emit(Op.END_FILE);
            phase = Phase.ARGUMENT;
        } else if (phase == Phase.ARGUMENT) {
            emit(Op.END_ARGUMENT);
        } else if (naming == Naming.VALUE) {
            emit(Op.END_ASSIGNMENT);
            assigned = true;
        } else {
            emit(Op.END_NAME);
            phase = Phase.ARGUMENT;
            assigned = false;
        }
        naming = Naming.NEVER;
        go(Place.GAP);
    }

    final void endCommand(boolean another) {
        emit(Op.END_COMMAND);
        phase = Phase.NAME;
        naming = Naming.NEVER;
        assigned = false;
        blank = false;
        awaited = another;
        found = true;
        go(Place.GAP);
    }
}
