package dev.toolpolicy.runtime.internal.fault;

import dev.toolpolicy.internal.text.VisibleText;

/**
 * A failure as logs show it: with its stack trace and its causes, and on one line its class and its message, which can
 * contain what a model wrote.
 */
final class VisibleFailure extends Exception {
    private static final long serialVersionUID = 1;

    /** Limits causes, which can form a circle, and suppressed failures. */
    private static final int MOST = 10;

    private VisibleFailure(Throwable failure, String text) {
        super(text);
        setStackTrace(failure.getStackTrace());
    }

    static VisibleFailure of(Throwable failure) {
        return of(failure, MOST);
    }

    private static VisibleFailure of(Throwable failure, int more) {
        String message = failure.getLocalizedMessage();
        String name = failure.getClass().getName();
        VisibleFailure shown = new VisibleFailure(
                failure, message == null ? name : name + ": " + VisibleText.line(message, VisibleText.DETAIL));
        Throwable cause = failure.getCause();
        if (cause != null && more > 0) {
            shown.initCause(of(cause, more - 1));
        }
        Throwable[] suppressed = failure.getSuppressed();
        for (int i = 0; i < suppressed.length && i < MOST && more > 0; i++) {
            shown.addSuppressed(of(suppressed[i], more / 2));
        }
        return shown;
    }

    @Override
    public Throwable fillInStackTrace() {
        return this; // the stack trace is the failure's
    }

    @Override
    @SuppressWarnings("OverrideThrowableToString") // the message begins with the failure's own class
    public String toString() {
        return String.valueOf(getMessage());
    }
}
