package dev.toolpolicy.runtime.internal.decide;

import dev.toolpolicy.analysis.internal.automaton.match.TextAutomaton;
import dev.toolpolicy.analysis.internal.read.Membership;
import dev.toolpolicy.analysis.internal.shell.match.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The reading of one string after the other, by all literals at its place. Not thread-safe. */
final class TextReading {
    private static final int REPLACEMENT = 0xFFFD;
    static final int[] EMPTY = {};

    private final FactBinding facts;
    private final Membership flows;
    private final ClauseProgress progress;
    private final VectorReading vectors;
    private int[] state = EMPTY;
    private int[] lineState = EMPTY;
    /** By literal at the place, how many parts of its test the open string hasn't passed yet; none if it failed one. */
    private int[] parts = EMPTY;
    /** By literal at the place, the strings of its set that the open one may become: the first, and what follows the last. */
    private int[] low = EMPTY;

    private int[] high = EMPTY;
    /** The open string, while a literal is open that looks for it in the session's sets. */
    private @Nullable StringBuilder sought;
    /** Whether the open string is read as a whole, so that its characters have no places. */
    private boolean whole;

    private int length;
    /** How many literals the open string may still settle. */
    private int open;
    /** The place of the open string; null once nothing waits for the rest of it. */
    private @Nullable PlaceLiterals at;

    private final TextAutomaton.Listener settling = this::settled;

    TextReading(FactBinding facts, Membership flows, ClauseProgress progress, VectorReading vectors) {
        this.facts = facts;
        this.flows = flows;
        this.progress = progress;
        this.vectors = vectors;
    }

    void start(PlaceLiterals place) {
        progress.at(0);
        progress.reach(place);
        length = 0;
        sought = place.sought().length > 0 ? new StringBuilder() : null;
        open = place.open();
        at = open == 0 && !place.isWord() ? null : place;
        if (at == null) {
            return;
        }
        parts = sized(parts, place.here().length);
        System.arraycopy(place.parts(), 0, parts, 0, place.here().length);
        startSets(place);
        lineState = sized(lineState, LineCheck.end(place.lines()));
        startLines(place);
        if (place.isWord()) {
            vectors.begin();
        }
        TextAutomaton texts = place.texts().automaton();
        if (texts != null) {
            state = sized(state, texts.stateSize());
            texts.start(state, 0, settling);
        }
    }

    private static int[] sized(int[] array, int length) {
        return array.length < length ? new int[length] : array;
    }

    private void noteIndex(int index) {
        if (!whole) {
            progress.at(index);
        }
    }

    /** Records that the open string is in some languages, or in none of them; each is a bit. */
    private void settled(int first, int languages, boolean holds, int index) {
        PlaceLiterals place = at;
        if (place == null) {
            return;
        }
        noteIndex(index);
        int word = 0;
        long clauses = 0;
        for (int rest = languages; rest != 0; rest &= rest - 1) {
            int language = first + Integer.numberOfTrailingZeros(rest);
            int clause = place.texts().clauses()[language];
            if (clause < 0) {
                part(place, place.texts().literalOf()[language], holds);
                continue;
            } else if (clause / Long.SIZE != word) {
                progress.know(word, clauses, holds);
                word = clause / Long.SIZE;
                clauses = 0;
            }
            clauses |= 1L << clause;
            open--;
        }
        progress.know(word, clauses, holds);
    }

    /** Records that the open string passes one part of a literal's test, or fails it. */
    private void part(PlaceLiterals place, int literal, boolean holds) {
        int rest = parts[literal];
        if (rest > 0) {
            parts[literal] = holds ? rest - 1 : 0;
            if (!holds || rest == 1) {
                open--;
                progress.value(place.here()[literal], holds);
            }
        }
    }

    /** Reads up to the first character that settles a clause. Returns the index behind it, or the end. */
    int step(CharSequence text, int start, int end) {
        int before = progress.settled();
        int next = start;
        while (next < end && progress.settled() == before) {
            if (at == null) {
                return end;
            }
            next = read(at, text, next, end);
        }
        progress.at(0);
        return next;
    }

    /** Reads a complete string, of which nothing is known before its end. */
    void whole(PlaceLiterals place, CharSequence text) {
        start(place);
        whole = true;
        for (int i = 0; i < text.length() && at != null; ) {
            i = read(at, text, i, text.length());
        }
        end();
        whole = false;
    }

    /** Reads one character, or more if they settle nothing before the last. Returns the index behind them. */
    private int read(PlaceLiterals place, CharSequence text, int start, int end) {
        TextAutomaton texts = place.texts().automaton();
        boolean plain = place.isPlain();
        int next = plain ? end : start + Character.charCount(Character.codePointAt(text, start));
        noteIndex(next);
        if (texts != null) {
            next = texts.step(state, text, start, next, settling);
        }
        if (!plain) {
            noteIndex(next);
            stepLines(place, scalar(text, start, next));
            if (place.isWord()) {
                vectors.step(scalar(text, start, next));
            }
            for (int literal : place.listed()) {
                narrow(place, literal, text, start, next);
            }
        }
        if (sought != null && isSought(place)) {
            sought.append(text, start, next);
        }
        length += next - start;
        if (open == 0 && !place.isWord()) {
            at = null;
        }
        return next;
    }

    private boolean isSought(PlaceLiterals place) {
        for (int literal : place.sought()) {
            if (parts[literal] > 0) {
                return true;
            }
        }
        return false;
    }

    private static int scalar(CharSequence text, int start, int next) {
        int c = Character.codePointAt(text, start);
        return next - start == 1 && Character.isSurrogate((char) c) ? REPLACEMENT : c;
    }

    private void startLines(PlaceLiterals place) {
        for (LineCheck line : place.lines()) {
            line.table().start(lineState, line.at());
            settle(place, line, line.table().verdict(lineState, line.at()), true, true);
        }
    }

    private void stepLines(PlaceLiterals place, int codePoint) {
        List<LineCheck> lines = place.lines();
        for (int i = 0; i < lines.size(); i++) {
            LineCheck line = lines.get(i);
            if (isOpen(line)) {
                boolean mightHold = line.table().mayHold(lineState, line.at());
                boolean mightFail = line.table().mayFail(lineState, line.at());
                line.table().step(lineState, line.at(), codePoint);
                settle(place, line, line.table().verdict(lineState, line.at()), mightHold, mightFail);
            }
        }
    }

    private void endLines(PlaceLiterals place) {
        for (LineCheck line : place.lines()) {
            if (isOpen(line)) {
                boolean mightHold = line.table().mayHold(lineState, line.at());
                boolean mightFail = line.table().mayFail(lineState, line.at());
                settle(place, line, line.table().end(lineState, line.at()), mightHold, mightFail);
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
    private void settle(PlaceLiterals place, LineCheck line, Verdict now, boolean mightHold, boolean mightFail) {
        boolean open = now == Verdict.OPEN;
        if (mightHold && !(open && line.table().mayHold(lineState, line.at()))) {
            for (int literal : line.holding()) {
                part(place, literal, now == Verdict.TRUE);
            }
        }
        if (mightFail && !(open && line.table().mayFail(lineState, line.at()))) {
            for (int literal : line.possible()) {
                part(place, literal, now != Verdict.FALSE);
            }
        }
    }

    private @Nullable FactSet set(PlaceLiterals place, int literal) {
        return facts.set(place.here()[literal].index());
    }

    private void startSets(PlaceLiterals place) {
        if (place.listed().length > 0) {
            low = sized(low, place.here().length);
            high = sized(high, place.here().length);
        }
        for (int literal : place.listed()) {
            FactSet set = set(place, literal);
            low[literal] = 0;
            high[literal] = set == null ? 0 : set.size();
            if (set == null || set.size() == 0) {
                part(place, literal, set == null);
            }
        }
    }

    private void narrow(PlaceLiterals place, int literal, CharSequence text, int start, int next) {
        FactSet set = set(place, literal);
        if (set == null || low[literal] == high[literal]) {
            return;
        }
        for (int i = start; i < next; i++) {
            int known = length + i - start;
            int from = set.from(low[literal], high[literal], known, text.charAt(i));
            high[literal] = set.from(low[literal], high[literal], known, text.charAt(i) + 1);
            low[literal] = from;
        }
        if (low[literal] == high[literal]) {
            part(place, literal, false);
        }
    }

    void end() {
        PlaceLiterals place = at;
        if (place == null) {
            return;
        }
        for (int literal : place.listed()) {
            FactSet set = set(place, literal);
            if (set != null && low[literal] < high[literal]) {
                part(place, literal, set.endsAt(low[literal], high[literal], length));
            }
        }
        if (sought != null && isSought(place)) {
            String value = sought.toString();
            for (int literal : place.sought()) {
                part(place, literal, place.here()[literal].facts().isFound(value, flows));
            }
        }
        endLines(place);
        if (place.isWord()) {
            vectors.end();
        }
        TextAutomaton texts = place.texts().automaton();
        if (texts != null) {
            texts.end(state, 0, settling);
        }
        at = null;
    }
}
