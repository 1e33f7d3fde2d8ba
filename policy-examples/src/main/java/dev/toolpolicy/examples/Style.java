package dev.toolpolicy.examples;

/** What a piece of output is, for its colour. */
enum Style {
    /** A heading. */
    TITLE("1"),
    /** A remark beside the matter. */
    NOTE("2"),
    /** Text of a model. */
    TEXT("36"),
    /** Something may run. */
    GOOD("32"),
    /** Somebody is to be asked. */
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
