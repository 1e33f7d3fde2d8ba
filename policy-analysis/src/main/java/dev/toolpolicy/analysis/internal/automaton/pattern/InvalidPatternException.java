package dev.toolpolicy.analysis.internal.automaton.pattern;

/** An exception for a pattern that is not valid, with the construct at fault and its position. */
public final class InvalidPatternException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /** The reason why a construct is not valid. */
    public enum Kind {
        /** ECMA-262 with the {@code u} flag has no such construct. */
        SYNTAX(""),
        /** Back-references and look-around, which no automaton matches in one pass. */
        NOT_LINEAR(", which can't be matched in time linear in the text"),
        /** A construct of ECMA-262 that this dialect doesn't support. */
        UNSUPPORTED(", which is not supported");

        private final String consequence;

        Kind(String consequence) {
            this.consequence = consequence;
        }
    }

    /** The reason. */
    private final Kind kind;
    /** The whole pattern. */
    private final String pattern;
    /** The construct in words. */
    private final String construct;
    /** The construct's position. */
    private final int offset;

    InvalidPatternException(Kind kind, String pattern, String construct, int offset) {
        super("the pattern has " + construct + " at offset " + offset + kind.consequence);
        this.kind = kind;
        this.pattern = pattern;
        this.construct = construct;
        this.offset = offset;
    }

    /**
     * Returns the reason why the construct is not valid.
     *
     * @return the kind
     */
    public Kind kind() {
        return kind;
    }

    /**
     * Returns the whole pattern.
     *
     * @return the pattern as written
     */
    public String pattern() {
        return pattern;
    }

    /**
     * Describes the construct.
     *
     * @return a text such as {@code a look-ahead "(?="}
     */
    public String construct() {
        return construct;
    }

    /**
     * Returns the construct's position.
     *
     * @return its index in the pattern, in UTF-16 code units from 0; the pattern's length if something is missing there
     */
    public int offset() {
        return offset;
    }
}
