package dev.toolpolicy.agents.importing;

/** The reason why nothing of a permission list could be imported, for people. */
public final class ListRefusedException extends Exception {
    private static final long serialVersionUID = 1;

    ListRefusedException(String message) {
        super(message);
    }

    ListRefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
