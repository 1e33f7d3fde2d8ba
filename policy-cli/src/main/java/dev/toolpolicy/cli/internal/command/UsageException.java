package dev.toolpolicy.cli.internal.command;

import java.nio.file.Files;
import java.nio.file.Path;

/** A mistake of the user's that keeps a subcommand from its work; the message is one line that says what to type. */
public final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message one line
     */
    public UsageException(String message) {
        super(message);
    }

    /**
     * Returns a file that can be read.
     *
     * @throws UsageException if it is missing, or a folder, or may not be read
     */
    public static Path requireFile(Path file) throws UsageException {
        if (!Files.exists(file)) {
            throw new UsageException("there is no file " + file);
        } else if (Files.isDirectory(file) || !Files.isReadable(file)) {
            throw new UsageException(
                    file + (Files.isDirectory(file) ? " is a folder, not a file" : " may not be read"));
        }
        return file;
    }

    /**
     * Returns the number of an option.
     *
     * @throws UsageException if it is out of its bounds
     */
    public static int requireBounds(String option, int number, int least, int most) throws UsageException {
        if (number < least || number > most) {
            throw new UsageException(option + " needs a number from " + least + " to " + most + ", not " + number);
        }
        return number;
    }
}
