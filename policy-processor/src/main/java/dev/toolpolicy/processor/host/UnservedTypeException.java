package dev.toolpolicy.processor.host;

/** The signal that rules can't judge a type as its framework reads it. */
public final class UnservedTypeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String why;
    private final String help;

    /**
     * Creates the signal.
     *
     * @param why the reason, continuing a sentence that ends with the parameter's type
     * @param help what to do; empty if there is no single answer
     */
    UnservedTypeException(String why, String help) {
        super(why, null, false, false);
        this.why = why;
        this.help = help;
    }

    public String why() {
        return why;
    }

    public String help() {
        return help;
    }
}
