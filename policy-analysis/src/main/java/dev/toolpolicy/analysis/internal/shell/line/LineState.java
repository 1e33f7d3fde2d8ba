package dev.toolpolicy.analysis.internal.shell.line;

/**
 * A state of the reader's syntax. There is a fixed number of them.
 *
 * @param place the place in the line
 * @param phase the part of the command
 * @param naming the progress of a word that may be an assignment
 * @param assigned true if the command has assignments and no name yet
 * @param solid true directly behind a solid character, also an escaped one
 * @param unknown true if the word is unknown already
 * @param braces the braces of the word so far
 * @param quoted true if a dollar or a bang stands in double quotes
 * @param blank true directly behind an escaped blank, or if a blank stands before the ampersand
 * @param awaited true if a command must follow
 * @param found true if a command was read
 */
record LineState(
        Place place,
        Phase phase,
        Naming naming,
        boolean assigned,
        boolean solid,
        boolean unknown,
        Braces braces,
        boolean quoted,
        boolean blank,
        boolean awaited,
        boolean found) {

    static final LineState START = gap(Phase.NAME, false, false, false);
    static final LineState FAILED = new LineState(
            Place.FAILED, Phase.NAME, Naming.NEVER, false, false, false, Braces.NONE, false, false, false, false);

    /** Returns a number of its own for each state. Comparing numbers is far cheaper in a new process than records. */
    int code() {
        int parts = ((place.ordinal() << 2 | phase.ordinal()) << 2 | naming.ordinal()) << 2 | braces.ordinal();
        for (boolean flag : new boolean[] {assigned, solid, unknown, quoted, blank, awaited, found}) {
            parts = parts << 1 | (flag ? 1 : 0);
        }
        return parts;
    }

    private static LineState gap(Phase phase, boolean assigned, boolean awaited, boolean found) {
        return new LineState(
                Place.GAP, phase, Naming.NEVER, assigned, false, false, Braces.NONE, false, false, awaited, found);
    }
}
