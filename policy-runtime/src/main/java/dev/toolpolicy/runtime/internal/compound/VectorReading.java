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
    void start(List<VectorCheck> vectors) {
        open = vectors;
        int size = VectorCheck.end(vectors);
        if (state.length < size) {
            state = new int[size];
        }
        for (VectorCheck each : vectors) {
            progress.reach(each.literal());
            each.machine().start(state, each.at());
        }
    }

    /** Begins a word. */
    void begin() {
        for (VectorCheck each : open) {
            each.machine().beginElement(state, each.at());
            note(each, each.machine().verdict(state, each.at()));
        }
    }

    void step(int codePoint) {
        for (VectorCheck each : open) {
            each.machine().step(state, each.at(), codePoint);
            note(each, each.machine().verdict(state, each.at()));
        }
    }

    /** Ends a word. */
    void end() {
        for (VectorCheck each : open) {
            each.machine().endElement(state, each.at());
            note(each, each.machine().verdict(state, each.at()));
        }
    }

    /** Ends the array. */
    void finish() {
        for (VectorCheck each : open) {
            note(each, each.machine().end(state, each.at()));
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
