package dev.toolpolicy.analysis.internal.automaton.build;

/** The class of every code point, those of the first page from a table. Immutable. */
public final class ClassTable {
    private static final int PAGE = 256;

    private final Alphabet alphabet;
    private final int[] latin = new int[PAGE];

    public ClassTable(Alphabet alphabet) {
        this.alphabet = alphabet;
        for (int c = 0; c < PAGE; c++) {
            latin[c] = alphabet.classOf(c);
        }
    }

    public int classOf(int codePoint) {
        return codePoint < PAGE ? latin[codePoint] : alphabet.classOf(codePoint);
    }
}
