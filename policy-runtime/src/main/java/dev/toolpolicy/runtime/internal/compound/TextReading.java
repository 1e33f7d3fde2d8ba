package dev.toolpolicy.runtime.internal.compound;

import dev.toolpolicy.analysis.internal.automaton.match.TextAutomaton;
import dev.toolpolicy.analysis.internal.shell.match.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The reading of one string after the other, by all literals at its place. Not thread-safe. */
final class TextReading {
    private static final int REPLACEMENT = 0xFFFD;

    private final Clauses clauses;
    private final FactBinding facts;
    private final ClauseProgress progress;
    private int[] state = {};
    private int[] lineState = {};
    /** By literal, how many parts of its test the open string hasn't passed yet; none if it failed one. */
    private final int[] parts;
    /** By literal, the strings of its set that the open one may become: the first, and what follows the last. */
    private final int[] low;

    private final int[] high;
    private int length;
    /** How many literals the open string may still settle. */
    private int open;
    /** The place of the open string; null once nothing waits for the rest of it. */
    private @Nullable PlaceLiterals at;

    private final VectorReading vectors;
    private final TextAutomaton.Listener settling = this::settled;

    TextReading(Clauses clauses, FactBinding facts, ClauseProgress progress, VectorReading vectors) {
        this.vectors = vectors;
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
        open(place);
        if (open == 0 && !place.isWord()) {
            at = null;
            return;
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
        if (lineState.length < place.lineSize()) {
            lineState = new int[place.lineSize()];
        }
        startLines(place.lines());
        if (place.isWord()) {
            vectors.begin();
        }
        TextAutomaton texts = place.texts();
        if (texts != null) {
            if (state.length < texts.automata()) {
                state = new int[texts.automata()];
            }
            texts.start(state, 0, settling);
        }
    }

    private void open(PlaceLiterals place) {
        open = 0;
        Literal[] here = place.here();
        for (int i = 0; i < here.length; i++) {
            progress.reach(here[i]);
            int own = progress.matters(here[i]) ? place.parts()[i] : 0;
            parts[here[i].index()] = own;
            open += own > 0 ? 1 : 0;
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
                open--;
                progress.value(literal, holds);
            }
        }
    }

    /** Reads up to the first character that settles a clause. Returns the index behind it, or the end. */
    int step(CharSequence text, int start, int end) {
        int before = progress.settled();
        int next = start;
        while (next < end && progress.settled() == before) {
            PlaceLiterals place = at;
            if (place == null) {
                return end;
            }
            int from = next;
            next = from + Character.charCount(Character.codePointAt(text, from));
            progress.at(next);
            read(place, text, from, next);
            progress.at(0);
        }
        return next;
    }

    /** Reads the character between two indexes. */
    private void read(PlaceLiterals place, CharSequence text, int start, int next) {
        TextAutomaton texts = place.texts();
        if (texts != null) {
            texts.step(state, text, start, next, settling);
        }
        if (!place.lines().isEmpty()) {
            stepLines(place.lines(), scalar(text, start, next));
        }
        if (place.isWord()) {
            vectors.step(scalar(text, start, next));
        }
        for (Literal literal : place.listed()) {
            narrow(literal, text, start, next);
        }
        length += next - start;
        if (open == 0 && !place.isWord()) {
            at = null;
        }
    }

    /** Reads a complete string. */
    void whole(PlaceLiterals place, CharSequence text) {
        start(place);
        for (int i = 0; i < text.length() && at != null; ) {
            int next = i + Character.charCount(Character.codePointAt(text, i));
            read(place, text, i, next);
            i = next;
        }
        end();
    }

    private static int scalar(CharSequence text, int start, int next) {
        int c = Character.codePointAt(text, start);
        return next - start == 1 && Character.isSurrogate((char) c) ? REPLACEMENT : c;
    }

    private void startLines(List<LineCheck> lines) {
        for (LineCheck line : lines) {
            line.table().start(lineState, line.at());
            settle(line, line.table().verdict(lineState, line.at()), true, true);
        }
    }

    private void stepLines(List<LineCheck> lines, int codePoint) {
        for (int i = 0; i < lines.size(); i++) {
            LineCheck line = lines.get(i);
            if (isOpen(line)) {
                boolean mightHold = line.table().mayHold(lineState, line.at());
                boolean mightFail = line.table().mayFail(lineState, line.at());
                line.table().step(lineState, line.at(), codePoint);
                settle(line, line.table().verdict(lineState, line.at()), mightHold, mightFail);
            }
        }
    }

    private void endLines(List<LineCheck> lines) {
        for (LineCheck line : lines) {
            if (isOpen(line)) {
                boolean mightHold = line.table().mayHold(lineState, line.at());
                boolean mightFail = line.table().mayFail(lineState, line.at());
                settle(line, line.table().end(lineState, line.at()), mightHold, mightFail);
            }
        }
    }

    private boolean isOpen(LineCheck line) {
        return line.table().verdict(lineState, line.at()) == Verdict.OPEN;
    }

    /**
     * Tells the literals what has become certain of the commands.
     *
     * @param mightHold whether it was open before that they match
     * @param mightFail whether it was open before that they don't
     */
    private void settle(LineCheck line, Verdict now, boolean mightHold, boolean mightFail) {
        boolean open = now == Verdict.OPEN;
        if (mightHold && !(open && line.table().mayHold(lineState, line.at()))) {
            for (Literal literal : line.holding()) {
                part(literal, now == Verdict.TRUE);
            }
        }
        if (mightFail && !(open && line.table().mayFail(lineState, line.at()))) {
            for (Literal literal : line.possible()) {
                part(literal, now != Verdict.FALSE);
            }
        }
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
        endLines(place.lines());
        if (place.isWord()) {
            vectors.end();
        }
        if (place.texts() != null) {
            place.texts().end(state, 0, settling);
        }
        at = null;
    }
}
