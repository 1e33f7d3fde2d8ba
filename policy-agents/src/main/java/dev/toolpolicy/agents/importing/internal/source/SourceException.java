package dev.toolpolicy.agents.importing.internal.source;

/** The reason why a file is refused whole, for people, with its place. */
public final class SourceException extends Exception {
    private static final long serialVersionUID = 1;

    /** Creates the exception for a place. */
    public SourceException(Place place, String reason) {
        super(place + ": " + reason);
    }

    /** Creates the exception for a whole file. */
    public SourceException(String file, String reason) {
        super(file + ": " + reason);
    }
}
