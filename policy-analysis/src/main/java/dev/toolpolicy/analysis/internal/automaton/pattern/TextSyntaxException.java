package dev.toolpolicy.analysis.internal.automaton.pattern;

/** An exception for a text of a rule that is not valid in its notation, with what is wrong and where. */
public sealed class TextSyntaxException extends IllegalArgumentException permits InvalidPatternException {
    private static final long serialVersionUID = 1;

    /** The whole text. */
    private final String text;
    /** The mistake. */
    private final String problem;
    /** The place in the text. */
    private final int offset;
    /** The correction. */
    private final String help;

    public TextSyntaxException(String text, String problem, int offset) {
        this(text, problem, offset, "");
    }

    /**
     * Creates an exception.
     *
     * @param text the whole text
     * @param problem the mistake, such as {@code an unclosed class "["}
     * @param offset its index in the text, in UTF-16 code units; the text's length if something is missing there
     * @param help what to write instead, such as {@code write '$'}; empty if nothing is known
     */
    public TextSyntaxException(String text, String problem, int offset, String help) {
        this(problem + " at offset " + offset + (help.isEmpty() ? "" : ": " + help), text, problem, offset, help);
    }

    TextSyntaxException(String message, String text, String problem, int offset, String help) {
        super(message);
        this.text = text;
        this.problem = problem;
        this.offset = offset;
        this.help = help;
    }

    /** Returns the whole text as written. */
    public String text() {
        return text;
    }

    /** Returns the mistake, such as {@code an unclosed class "["}. */
    public String problem() {
        return problem;
    }

    /** Returns the index of the mistake in the text, in UTF-16 code units from 0. */
    public int offset() {
        return offset;
    }

    /** Returns what to write instead; empty if nothing is known. */
    public String help() {
        return help;
    }
}
