package dev.toolpolicy.analysis.internal.shell.line;

import java.util.ArrayList;
import java.util.List;

/**
 * A state of the reader's syntax, of which there is a fixed number. It changes only while the consequence of a character,
 * or of the line's end, is computed from the state before it.
 */
abstract class LineState {
    /** The actions that lead to the state, in order. */
    private final List<Op> ops = new ArrayList<>();

    Place place = Place.GAP;
    Phase phase = Phase.NAME;
    Naming naming = Naming.NEVER;
    /** True if the command has assignments and no name yet. */
    boolean assigned;
    /** True directly behind a solid character, also an escaped one. */
    boolean solid;
    /** True if the word is unknown already. */
    boolean unknown;

    Braces braces = Braces.NONE;
    /** True if a dollar or a bang stands in double quotes. */
    boolean quoted;
    /** True directly behind an escaped blank, or if a blank comes before the ampersand. */
    boolean blank;
    /** True if a command must follow. */
    boolean awaited;
    /** True if a command was read. */
    boolean found;

    /** The part of a command that a word belongs to. */
    enum Phase {
        /** Assignments and the name. */
        NAME,
        ARGUMENT,
        /** The file of a redirect. */
        FILE
    }

    /** The progress of a word that may be an assignment. */
    enum Naming {
        /** The word has no character yet. */
        EMPTY,
        /** So far the word is the name of a variable. */
        NAME,
        /** The word is not an assignment. */
        NEVER,
        /** The word is an assignment, and its value is being read. */
        VALUE
    }

    /** The braces of a word outside of its quotes. Bash repeats the word for them, with the substitutions in it. */
    enum Braces {
        NONE,
        OPEN,
        CLOSED,
        /** The word has a substitution, and so can't have braces. */
        BARRED
    }

    /** Creates the state at the start of a line. */
    LineState() {}

    /** Creates a state that is still the one before it. */
    LineState(LineState before) {
        place = before.place;
        phase = before.phase;
        naming = before.naming;
        assigned = before.assigned;
        solid = before.solid;
        unknown = before.unknown;
        braces = before.braces;
        quoted = before.quoted;
        blank = before.blank;
        awaited = before.awaited;
        found = before.found;
    }

    /** Returns a number of its own for each state. Comparing numbers is far cheaper in a new process than records. */
    final int code() {
        if (place == Place.FAILED) {
            return -1;
        }
        int parts = ((place.ordinal() << 2 | phase.ordinal()) << 2 | naming.ordinal()) << 2 | braces.ordinal();
        for (boolean flag : new boolean[] {assigned, solid, unknown, quoted, blank, awaited, found}) {
            parts = parts << 1 | (flag ? 1 : 0);
        }
        return parts;
    }

    final List<Op> ops() {
        return ops;
    }

    final void fail() {
        place = Place.FAILED;
    }

    final void go(Place next) {
        place = next;
    }

    final void emit(Op op) {
        boolean isEvaluated = phase == Phase.ARGUMENT || naming == Naming.VALUE;
        Op shown = unknown && op == Op.SELF ? Op.HIDDEN : op;
        boolean isSilent = unknown && shown.isText() || shown.isEvaluation() && !isEvaluated;
        if (!isSilent) {
            ops.add(shown);
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
