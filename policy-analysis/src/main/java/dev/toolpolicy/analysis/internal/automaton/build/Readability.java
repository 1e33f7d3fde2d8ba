package dev.toolpolicy.analysis.internal.automaton.build;

import dev.toolpolicy.analysis.internal.automaton.pattern.CodePointSet;

/**
 * The order in which examples for people prefer characters: small letters, digits, capitals, other visible ASCII, the
 * space, other visible characters, the rest. Within a kind, the smallest comes first.
 */
final class Readability {
    private static final int ASCII_END = 0x80;
    /** Limit of the search for a visible character from the start of an interval. */
    private static final int REACH = 0x200;

    private static final int WORST = 7;
    private static final int VISIBLE = 5;

    private Readability() {}

    /**
     * Returns the best of an interval of code points and the best so far, {@link CodePointSet#END} if there is none.
     */
    static int best(int start, int end, int soFar) {
        int best = soFar;
        for (int c = start; c < Math.min(end, ASCII_END); c++) {
            best = better(c, best);
        }
        int from = Math.max(start, ASCII_END);
        from = Character.MIN_SURROGATE <= from && from <= Character.MAX_SURROGATE ? Character.MAX_SURROGATE + 1 : from;
        int until = Math.min(end, from + REACH);
        for (int c = from; c < until && rank(best) >= VISIBLE; c++) {
            best = better(c, best);
        }
        return best;
    }

    private static int better(int a, int b) {
        return compare(a, b) <= 0 ? a : b;
    }

    static int compare(int a, int b) {
        int ranks = Integer.compare(rank(a), rank(b));
        return ranks != 0 ? ranks : Integer.compare(a, b);
    }

    private static int rank(int c) {
        if (c >= 'a' && c <= 'z') {
            return 0;
        } else if (c >= '0' && c <= '9') {
            return 1;
        } else if (c >= 'A' && c <= 'Z') {
            return 2;
        } else if (c < ASCII_END) {
            return c > ' ' && c < 0x7F ? 3 : c == ' ' ? 4 : WORST - 1;
        }
        return c == CodePointSet.END ? WORST : isVisible(c) ? VISIBLE : WORST - 1;
    }

    private static boolean isVisible(int c) {
        return switch (Character.getType(c)) {
            case Character.UNASSIGNED,
                    Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.SPACE_SEPARATOR,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.NON_SPACING_MARK,
                    Character.ENCLOSING_MARK,
                    Character.COMBINING_SPACING_MARK -> false;
            default -> true;
        };
    }
}
