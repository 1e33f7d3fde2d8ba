package dev.toolpolicy.runtime.internal.compound;

import dev.toolpolicy.analysis.internal.automaton.match.TextAutomaton;
import org.jspecify.annotations.Nullable;

/** The reading of one string after the other, by all literals at its place. Not thread-safe. */
final class TextReading {
    private final Clauses clauses;
    private final FactBinding facts;
    private final ClauseProgress progress;
    private int[] state = {};
    /** By literal, how many parts of its test the open string hasn't passed yet; none if it failed one. */
    private final int[] parts;
    /** By literal, the strings of its set that the open one may become: the first, and what follows the last. */
    private final int[] low;

    private final int[] high;
    private int length;
    private @Nullable PlaceLiterals at;
    private final TextAutomaton.Listener settling = this::settled;

    TextReading(Clauses clauses, FactBinding facts, ClauseProgress progress) {
        this.clauses = clauses;
        this.facts = facts;
        this.progress = progress;
        parts = new int[clauses.literals().size()];
        low = new int[parts.length];
        high = new int[parts.length];
    }

    void start(PlaceLiterals place) {
        at = place;
        length = 0;
        progress.at(0);
        for (Literal literal : place.here()) {
            progress.reach(literal);
            parts[literal.index()] = literal.parts();
        }
        for (Literal literal : place.listed()) {
            FactSet set = facts.set(literal.index());
            low[literal.index()] = 0;
            high[literal.index()] = set == null ? 0 : set.size();
            if (set == null) {
                part(literal, true);
            } else if (set.size() == 0) {
                part(literal, false);
            }
        }
        TextAutomaton texts = place.texts();
        if (texts != null) {
            if (state.length < texts.automata()) {
                state = new int[texts.automata()];
            }
            texts.start(state, 0, settling);
        }
    }

    private void settled(int language, boolean holds, int index) {
        if (at != null) {
            part(clauses.literals().get(at.literalOf(language)), holds);
        }
    }

    /** Records that the open string passes one part of a literal's test, or fails it. */
    private void part(Literal literal, boolean holds) {
        int rest = parts[literal.index()];
        if (rest > 0) {
            parts[literal.index()] = holds ? rest - 1 : 0;
            if (!holds || rest == 1) {
                progress.value(literal, holds);
            }
        }
    }

    /** Reads one character. Returns the index behind it. */
    int step(CharSequence text, int start, int end) {
        PlaceLiterals place = at;
        if (place == null) {
            return end;
        }
        int next = start + Character.charCount(Character.codePointAt(text, start));
        progress.at(next);
        TextAutomaton texts = place.texts();
        if (texts != null) {
            texts.step(state, text, start, next, settling);
        }
        for (Literal literal : place.listed()) {
            narrow(literal, text, start, next);
        }
        length += next - start;
        progress.at(0);
        return next;
    }

    private void narrow(Literal literal, CharSequence text, int start, int next) {
        int index = literal.index();
        FactSet set = facts.set(index);
        if (set == null || low[index] == high[index]) {
            return;
        }
        for (int i = start; i < next; i++) {
            int known = length + i - start;
            int from = set.from(low[index], high[index], known, text.charAt(i));
            high[index] = set.from(low[index], high[index], known, text.charAt(i) + 1);
            low[index] = from;
        }
        if (low[index] == high[index]) {
            part(literal, false);
        }
    }

    void end() {
        PlaceLiterals place = at;
        if (place == null) {
            return;
        }
        for (Literal literal : place.listed()) {
            int index = literal.index();
            FactSet set = facts.set(index);
            if (set != null && low[index] < high[index]) {
                part(literal, set.endsAt(low[index], high[index], length));
            }
        }
        if (place.texts() != null) {
            place.texts().end(state, 0, settling);
        }
        at = null;
    }
}
