package dev.toolpolicy.runtime.internal.compound;

import dev.toolpolicy.analysis.internal.shell.match.Verdict;
import java.util.List;

/** The reading of one array of words after the other, by all literals about the command in it. Not thread-safe. */
final class VectorReading {
    private final ClauseProgress progress;
    /** By literal, how many of its machines must still say that the command matches. */
    private final int[] parts;

    private int[] state = {};
    private List<VectorCheck> open = List.of();

    VectorReading(Clauses clauses, ClauseProgress progress) {
        this.progress = progress;
        parts = new int[clauses.literals().size()];
    }

    /** Forgets the call. */
    void reset() {
        open = List.of();
    }

    /** Begins an array. */
    void start(List<VectorCheck> vectors) {
        open = vectors;
        int size = VectorCheck.end(vectors);
        if (state.length < size) {
            state = new int[size];
        }
        for (VectorCheck each : vectors) {
            progress.reach(each.literal());
            parts[each.literal().index()] = each.literal().test().vectors().size();
            each.machine().start(state, each.at());
        }
    }

    /** Begins a word. */
    void begin() {
        for (VectorCheck each : open) {
            Verdict before = verdict(each);
            each.machine().beginElement(state, each.at());
            note(each, before, verdict(each));
        }
    }

    void step(int codePoint) {
        for (VectorCheck each : open) {
            Verdict before = verdict(each);
            each.machine().step(state, each.at(), codePoint);
            note(each, before, verdict(each));
        }
    }

    /** Ends a word. */
    void end() {
        for (VectorCheck each : open) {
            Verdict before = verdict(each);
            each.machine().endElement(state, each.at());
            note(each, before, verdict(each));
        }
    }

    /** Ends the array. */
    void finish() {
        for (VectorCheck each : open) {
            Verdict before = verdict(each);
            note(each, before, each.machine().end(state, each.at()));
        }
        open = List.of();
    }

    private Verdict verdict(VectorCheck check) {
        return check.machine().verdict(state, check.at());
    }

    private void note(VectorCheck check, Verdict before, Verdict now) {
        if (before != Verdict.OPEN || now == Verdict.OPEN) {
            return;
        }
        Literal literal = check.literal();
        boolean holds = literal.test().holds(now, literal.facts().possible());
        if (!holds || --parts[literal.index()] == 0) {
            progress.value(literal, holds);
        }
    }
}
