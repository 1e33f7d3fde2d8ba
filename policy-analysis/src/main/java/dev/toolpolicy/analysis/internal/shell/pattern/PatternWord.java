package dev.toolpolicy.analysis.internal.shell.pattern;

import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A word of a pattern: its characters without quotes.
 *
 * @param symbols scalar values, and {@link #STAR} for any characters
 * @param equalsAt the index of the {@code =} of an assignment, or -1 if the word is not one
 * @param offset the position of the word in the pattern
 */
public record PatternWord(List<Integer> symbols, int equalsAt, int offset) {
    /** Any characters, or none. */
    public static final int STAR = -1;

    /** The beginning of a component that may be {@code ..}. */
    private static final List<Integer> CLIMB = List.of((int) '/', (int) '.', (int) '.');

    /** Checks and copies the components. */
    public PatternWord {
        symbols = List.copyOf(symbols);
    }

    /** Returns whether the word is an assignment. */
    public boolean isAssignment() {
        return equalsAt >= 0;
    }

    /** Returns whether the word is a star alone. */
    public boolean isStar() {
        return symbols.equals(List.of(STAR));
    }

    /**
     * Returns whether the word begins with a folder, such as {@code build/*}. In rules that allow, its stars stay there:
     * behind the first one, the word of a command has no {@code ..} component.
     */
    public boolean isBelowFolder() {
        int star = symbols.indexOf(STAR);
        return star >= 0 && symbols.subList(0, star).contains((int) '/');
    }

    /** Returns whether the word contains a character. */
    public boolean has(int codePoint) {
        return symbols.contains(codePoint);
    }

    /** Returns the word's text; empty if it has a star. */
    public Optional<String> text() {
        return has(STAR) ? Optional.empty() : Optional.of(start());
    }

    /** Returns the characters before the first star. */
    public String start() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < symbols.size() && symbols.get(i) != STAR; i++) {
            text.appendCodePoint(symbols.get(i));
        }
        return text.toString();
    }

    /** Returns whether the word, with its stars, matches a text. */
    public boolean matches(String text) {
        return covers(text.codePoints().boxed().toList());
    }

    /** Returns whether the word matches each text that another does. A star of the other needs one in this word. */
    boolean covers(PatternWord other) {
        boolean mayClimb = isBelowFolder() && Collections.indexOfSubList(other.symbols, CLIMB) >= 0;
        return !mayClimb && covers(other.symbols);
    }

    private boolean covers(List<Integer> others) {
        if (!has(STAR)) {
            return symbols.equals(others);
        }
        boolean[] at = new boolean[symbols.size() + 1];
        at[0] = true;
        passStars(at);
        for (int other : others) {
            boolean[] next = new boolean[at.length];
            for (int i = 0; i < symbols.size(); i++) {
                if (at[i] && symbols.get(i) == STAR) {
                    next[i] = true;
                } else if (at[i] && symbols.get(i) == other) {
                    next[i + 1] = true;
                }
            }
            at = next;
            passStars(at);
        }
        return at[symbols.size()];
    }

    private void passStars(boolean[] at) {
        for (int i = 0; i < symbols.size(); i++) {
            at[i + 1] |= at[i] && symbols.get(i) == STAR;
        }
    }
}
