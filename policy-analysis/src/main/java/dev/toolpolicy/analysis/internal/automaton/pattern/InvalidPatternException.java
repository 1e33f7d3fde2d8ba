package dev.toolpolicy.analysis.internal.automaton.pattern;

/** A pattern that is refused, with the construct that is at fault and where it stands. */
public final class InvalidPatternException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /** Why a construct is refused. */
    public enum Kind {
        /** ECMA-262 with the {@code u} flag has no such construct. */
        SYNTAX(""),
        /** Back-references and look-around: no automaton matches them in one pass. */
        NOT_LINEAR(", which can't be matched in time linear in the text"),
        /** ECMA-262 has it, this dialect doesn't. */
        UNSUPPORTED(", which is not supported");

        private final String consequence;

        Kind(String consequence) {
            this.consequence = consequence;
        }
    }

    /** Why it is refused. */
    private final Kind kind;
    /** The whole pattern. */
    private final String pattern;
    /** The construct in words. */
    private final String construct;
    /** Where it stands. */
    private final int offset;

    InvalidPatternException(Kind kind, String pattern, String construct, int offset) {
        super("the pattern has " + construct + " at offset " + offset + kind.consequence);
        this.kind = kind;
        this.pattern = pattern;
        this.construct = construct;
        this.offset = offset;
    }

    /**
     * Why the construct is refused.
     *
     * @return the kind
     */
    public Kind kind() {
        return kind;
    }

    /**
     * The whole pattern.
     *
     * @return the pattern as written
     */
    public String pattern() {
        return pattern;
    }

    /**
     * The construct in words.
     *
     * @return such as {@code a look-ahead "(?="}
     */
    public String construct() {
        return construct;
    }

    /**
     * Where the construct stands.
     *
     * @return its index in the pattern, in UTF-16 code units from 0; the pattern's length if something is missing there
     */
    public int offset() {
        return offset;
    }

    /**
     * The pattern with a caret below the construct, for people.
     *
     * @return two lines; control characters of the pattern are shown as spaces
     */
    public String excerpt() {
        StringBuilder line = new StringBuilder(pattern.length() + offset + 2);
        pattern.chars().forEach(c -> line.append(Character.isISOControl(c) ? ' ' : (char) c));
        return line.append('\n').append(" ".repeat(offset)).append('^').toString();
    }
}
