package dev.toolpolicy.page;

/** An answer that the page can't take; the message says why, for the person who gave it. */
final class BadAnswerException extends Exception {
    private static final long serialVersionUID = 1;

    BadAnswerException(String message) {
        super(message);
    }
}
