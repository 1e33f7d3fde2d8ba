package dev.toolpolicy.analysis.internal.shell.pattern;

/** An exception for a text that is not a pattern of commands: what is wrong, where, and what to write instead. */
public final class InvalidCommandPatternException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /** The whole pattern. */
    private final String pattern;
    /** The mistake in words. */
    private final String mistake;
    /** The correction in words. */
    private final String help;
    /** The position of the mistake. */
    private final int offset;

    InvalidCommandPatternException(String pattern, String mistake, String help, int offset) {
        super("the pattern has " + mistake + " at offset " + offset + ": " + help);
        this.pattern = pattern;
        this.mistake = mistake;
        this.help = help;
        this.offset = offset;
    }

    /** Returns the whole pattern as written. */
    public String pattern() {
        return pattern;
    }

    /** Describes the mistake, such as {@code an unquoted "$"}. */
    public String mistake() {
        return mistake;
    }

    /** Describes the correction, such as {@code write '$'}. */
    public String help() {
        return help;
    }

    /**
     * Returns the position of the mistake.
     *
     * @return its index in the pattern, in UTF-16 code units from 0; the pattern's length if something is missing there
     */
    public int offset() {
        return offset;
    }
}
