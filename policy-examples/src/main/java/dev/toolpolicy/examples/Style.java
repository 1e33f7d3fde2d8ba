package dev.toolpolicy.examples;

/** The kind of a piece of output, which decides its color. */
enum Style {
    /** A heading. */
    TITLE("1"),
    /** A remark beside the matter. */
    NOTE("2"),
    /** Text of a model. */
    TEXT("36"),
    /** Something may run. */
    GOOD("32"),
    /** A call needs approval. */
    ASK("33"),
    /** Something doesn't run. */
    BAD("31");

    private final String code;

    Style(String code) {
        this.code = code;
    }

    String code() {
        return code;
    }
}
