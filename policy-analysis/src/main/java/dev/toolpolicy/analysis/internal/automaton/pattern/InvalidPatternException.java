package dev.toolpolicy.analysis.internal.automaton.pattern;

/** An exception for a pattern that is not valid, with the construct at fault and its position. */
public final class InvalidPatternException extends TextSyntaxException {
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

        /** Returns what follows from it, as the end of a sentence. */
        public String consequence() {
            return consequence;
        }
    }

    /** The reason. */
    private final Kind kind;

    InvalidPatternException(Kind kind, String pattern, String construct, int offset) {
        super(
                "the pattern has " + construct + " at offset " + offset + kind.consequence(),
                pattern,
                construct,
                offset,
                "");
        this.kind = kind;
    }

    /** Returns the reason why the construct is not valid. */
    public Kind kind() {
        return kind;
    }
}
