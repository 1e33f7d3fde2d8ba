package dev.toolpolicy.analysis.internal.read;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A search for the name that a misspelt word probably means. Stateless. */
public final class Spelling {
    /** Longer names are not compared, since the time grows with the square of the length. */
    private static final int LONGEST = 200;

    private Spelling() {}

    /**
     * Finds the nearest name within a third of the typed name's length, or one character. Of several, the first counts.
     *
     * @param typed the name as typed
     * @param names the known names
     * @return the probable name, or empty if none is near
     */
    public static Optional<String> nearest(String typed, List<String> names) {
        int best = Math.max(1, typed.length() / 3) + 1;
        Optional<String> nearest = Optional.empty();
        for (String name : names) {
            int distance = distance(typed.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
            if (distance < best) {
                best = distance;
                nearest = Optional.of(name);
            }
        }
        return nearest;
    }

    /**
     * Returns the number of insertions, deletions, substitutions and swaps of neighbors between two words: the
     * restricted distance of Damerau (1964), computed with the table of Wagner and Fischer (1974).
     */
    static int distance(String a, String b) {
        if (a.length() > LONGEST || b.length() > LONGEST) {
            return a.equals(b) ? 0 : Integer.MAX_VALUE;
        }
        int[][] table = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                table[i][j] = i == 0 || j == 0 ? i + j : cell(table, a, b, i, j);
            }
        }
        return table[a.length()][b.length()];
    }

    private static int cell(int[][] table, String a, String b, int i, int j) {
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int best = Math.min(table[i - 1][j - 1] + change, Math.min(table[i - 1][j], table[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, table[i - 2][j - 2] + 1) : best;
    }
}
