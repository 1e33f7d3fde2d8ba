package dev.toolpolicy.analysis.internal.shell.line;

/**
 * A receiver of what the reader of a command line finds, in the order of the line. It keeps what it remembers in the
 * state of the text, an array of the caller, from an index of its own on. It allocates nothing.
 * By default, the ends of all words are received alike, and most events are ignored.
 *
 * <p>A command is any number of assignments, then perhaps a name and arguments, in which files of redirects may stand.
 * Each word has a beginning, characters without quotes, and an end.
 */
public interface CommandEvents {

    /** Receives the beginning of a name or an assignment. */
    void beginName(int[] state, int at);

    /** Receives the beginning of an argument. */
    void beginArgument(int[] state, int at);

    /** Receives one more character of the word. */
    default void character(int[] state, int at, int codePoint) {}

    /** Receives the {@code =} of an assignment: the characters of the word are the name of a variable. */
    default void assign(int[] state, int at) {}

    /** Makes the whole word unknown, with any characters it had; of an assignment, the whole value. */
    default void unknown(int[] state, int at) {}

    /** Receives the end of the command's name. */
    default void endName(int[] state, int at) {
        endArgument(state, at);
    }

    /** Receives the end of an assignment. */
    default void endAssignment(int[] state, int at) {
        endArgument(state, at);
    }

    /** Receives the end of an argument. */
    void endArgument(int[] state, int at);

    /** Receives that no further argument can follow in this command. May be called several times. */
    default void close(int[] state, int at) {}

    /** Receives the beginning of the file of a redirect, or of the delimiter of a here-document. */
    void beginFile(int[] state, int at, Target target);

    /** Receives one more character of the file. */
    default void fileCharacter(int[] state, int at, int codePoint) {}

    /** Makes the whole file unknown. */
    default void unknownFile(int[] state, int at) {}

    /** Receives that the file can't be {@code /dev/null} from here on, so that it counts as a command. */
    default void fileCounts(int[] state, int at) {}

    /** Receives the end of a file that counts. */
    default void endFile(int[] state, int at) {
        endArgument(state, at);
    }

    /** Receives the end of a file that doesn't count. */
    default void dropFile(int[] state, int at) {
        endArgument(state, at);
    }

    /** Receives the end of the command. */
    default void endCommand(int[] state, int at) {}

    /** Receives the beginning of a substitution in an argument that is unknown. Commands follow up to its end. */
    default void enter(int[] state, int at) {}

    /** Receives the end of the substitution: the command continues in that argument. */
    default void leave(int[] state, int at) {}

    /** Receives that the line is not plain. Nothing else is reported. */
    void fail(int[] state, int at);
}
