package dev.toolpolicy.runtime.internal.decide;

import dev.toolpolicy.analysis.internal.shell.match.Verdict;
import java.util.List;
import java.util.function.Consumer;

/** The reading of one array of words after the other, by all literals about the command in it. Not thread-safe. */
final class VectorReading {
    private final ClauseProgress progress;
    private final int literals;
    private int[] state = TextReading.EMPTY;
    /** By literal, how many parts of its test the open array hasn't passed yet; none if it failed one. */
    private int[] parts = TextReading.EMPTY;

    private List<VectorCheck> open = List.of();

    VectorReading(ClauseProgress progress, int literals) {
        this.progress = progress;
        this.literals = literals;
    }

    /** Begins an array. */
    void start(PlaceLiterals array) {
        open = array.vectors();
        int size = VectorCheck.end(open);
        state = state.length < size ? new int[size] : state;
        if (parts.length == 0) {
            parts = new int[literals];
        }
        for (VectorCheck each : open) {
            parts[each.literal().index()] = each.literal().test().vectorParts();
        }
        for (VectorCheck each : open) {
            each.machine().start(state, each.at());
            note(each, each.machine().verdict(state, each.at()));
        }
    }

    private boolean isOpen(VectorCheck check) {
        return check.machine().verdict(state, check.at()) == Verdict.OPEN;
    }

    /** Begins a word. */
    void begin() {
        advance(each -> each.machine().beginElement(state, each.at()));
    }

    void step(int codePoint) {
        advance(each -> each.machine().step(state, each.at(), codePoint));
    }

    /** Ends a word. */
    void end() {
        advance(each -> each.machine().endElement(state, each.at()));
    }

    private void advance(Consumer<VectorCheck> step) {
        for (VectorCheck each : open) {
            if (isOpen(each)) {
                step.accept(each);
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
        if (verdict != Verdict.OPEN) {
            Literal literal = check.literal();
            part(literal, literal.test().holds(verdict));
        }
    }

    /** Records that the open array passes one part of a literal's test, or fails it. */
    void part(Literal literal, boolean holds) {
        int rest = parts[literal.index()];
        if (rest > 0) {
            parts[literal.index()] = holds ? rest - 1 : 0;
            if (!holds || rest == 1) {
                progress.value(literal, holds);
            }
        }
    }
}
