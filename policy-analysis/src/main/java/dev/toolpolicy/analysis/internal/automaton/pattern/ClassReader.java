package dev.toolpolicy.analysis.internal.automaton.pattern;

import java.util.ArrayList;
import java.util.List;

/** A reader of character classes in brackets. */
final class ClassReader {
    private final PatternCursor cursor;
    private final EscapeReader escapes;
    private final boolean ignoreCase;
    private final List<Integer> pairs = new ArrayList<>();
    private CodePointSet classes = CodePointSet.NONE;
    private CodePointSet escaped = CodePointSet.NONE;

    ClassReader(PatternCursor cursor, EscapeReader escapes, boolean ignoreCase) {
        this.cursor = cursor;
        this.escapes = escapes;
        this.ignoreCase = ignoreCase;
    }

    /** Reads a class whose bracket, at {@code start}, was read. */
    CodePointSet read(int start) {
        boolean negated = cursor.take("^");
        while (!cursor.take("]")) {
            if (cursor.atEnd()) {
                throw cursor.syntax(start, "an unclosed character class");
            }
            member(start);
        }
        CodePointSet set = CodePointSet.ranges(
                        pairs.stream().mapToInt(Integer::intValue).toArray())
                .or(classes);
        CodePointSet folded = ignoreCase ? CaseFolding.closed(set) : set;
        return negated ? folded.complement() : folded;
    }

    /** Reads one character, class or range. A hyphen at either end of the class is an ordinary character. */
    private void member(int start) {
        int at = cursor.offset();
        int low = end(start);
        if (!cursor.looksAt("-") || cursor.looksAt("-]")) {
            add(low);
            return;
        }
        cursor.take("-");
        int high = end(start);
        if (low == PatternCursor.NOTHING || high == PatternCursor.NOTHING) {
            throw cursor.syntax(at, "a range \"" + cursor.since(at) + "\" with a class for an end");
        } else if (low > high) {
            throw cursor.syntax(at, "a range \"" + cursor.since(at) + "\" out of order");
        }
        pairs.add(low);
        pairs.add(high);
    }

    private void add(int single) {
        if (single == PatternCursor.NOTHING) {
            classes = classes.or(escaped);
        } else {
            pairs.add(single);
            pairs.add(single);
        }
    }

    /** Reads one code point, or returns {@link PatternCursor#NOTHING} for a class, which is added. */
    private int end(int start) {
        int at = cursor.offset();
        int c = cursor.next();
        if (c == PatternCursor.NOTHING) {
            throw cursor.syntax(start, "an unclosed character class");
        } else if (c != '\\') {
            return c;
        }
        CodePointSet set = escapes.characterClass(at);
        if (set == null) {
            return escapes.inClass(at);
        }
        escaped = set;
        return PatternCursor.NOTHING;
    }
}
