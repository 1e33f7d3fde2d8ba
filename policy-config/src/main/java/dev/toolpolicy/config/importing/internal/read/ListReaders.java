package dev.toolpolicy.config.importing.internal.read;

/** The readers by format. */
public final class ListReaders {
    private ListReaders() {}

    /**
     * Returns the reader of a format.
     *
     * @param format the word of the format
     * @throws IllegalArgumentException if it is none
     */
    public static ListReader of(String format) {
        return switch (format) {
            case "claude" -> new ClaudeReader();
            default -> throw new IllegalArgumentException("no format is named " + format);
        };
    }
}
