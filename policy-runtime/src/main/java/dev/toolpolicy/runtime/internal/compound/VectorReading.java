package dev.toolpolicy.runtime.internal.compound;

import dev.toolpolicy.analysis.internal.shell.match.Verdict;
import java.util.List;

/** The reading of one array of words after the other, by all literals about the command in it. Not thread-safe. */
final class VectorReading {
    private final ClauseProgress progress;
    private int[] state = {};
    private List<VectorCheck> open = List.of();

    VectorReading(ClauseProgress progress) {
        this.progress = progress;
    }

    /** Forgets the call. */
    void reset() {
        open = List.of();
    }

    /** Begins an array. */
    void start(PlaceLiterals array) {
        open = array.vectors();
        if (state.length < array.vectorSize()) {
            state = new int[array.vectorSize()];
        }
        for (VectorCheck each : open) {
            progress.reach(each.literal());
            each.machine().start(state, each.at());
            note(each, each.machine().verdict(state, each.at()));
        }
    }

    private boolean isOpen(VectorCheck check) {
        return check.machine().verdict(state, check.at()) == Verdict.OPEN;
    }

    /** Begins a word. */
    void begin() {
        for (VectorCheck each : open) {
            if (isOpen(each)) {
                each.machine().beginElement(state, each.at());
                note(each, each.machine().verdict(state, each.at()));
            }
        }
    }

    void step(int codePoint) {
        for (VectorCheck each : open) {
            if (isOpen(each)) {
                each.machine().step(state, each.at(), codePoint);
                note(each, each.machine().verdict(state, each.at()));
            }
        }
    }

    /** Ends a word. */
    void end() {
        for (VectorCheck each : open) {
            if (isOpen(each)) {
                each.machine().endElement(state, each.at());
                note(each, each.machine().verdict(state, each.at()));
            }
        }
    }

    /** Ends the array. */
    void finish() {
        for (VectorCheck each : open) {
            if (isOpen(each)) {
                note(each, each.machine().end(state, each.at()));
            }
        }
        open = List.of();
    }

    private void note(VectorCheck check, Verdict verdict) {
        Literal literal = check.literal();
        if (verdict != Verdict.OPEN) {
            progress.value(
                    literal, literal.test().holds(verdict, literal.facts().possible()));
        }
    }
}
