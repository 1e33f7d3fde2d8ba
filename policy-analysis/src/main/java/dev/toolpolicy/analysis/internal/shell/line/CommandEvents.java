package dev.toolpolicy.analysis.internal.shell.line;

/**
 * A receiver of what the reader of a command line finds, in the order of the line. It keeps what it remembers in the
 * state of the text, an array of the caller, from an index of its own on. It allocates nothing.
 *
 * <p>A command is any number of assignments, then perhaps a name and arguments, in which files of redirects may stand.
 * Each word has a beginning, characters without quotes, and an end.
 */
public interface CommandEvents {

    /** A name or an assignment begins. */
    void beginName(int[] state, int at);

    /** An argument begins. */
    void beginArgument(int[] state, int at);

    /** The word has one more character. */
    void character(int[] state, int at, int codePoint);

    /** The characters of the word are the name of a variable, and the {@code =} of an assignment follows them. */
    void assign(int[] state, int at);

    /** The whole word is unknown, whatever its characters were; of an assignment, the whole value. */
    void unknown(int[] state, int at);

    /** The name of the command ends. */
    void endName(int[] state, int at);

    /** An assignment ends. */
    void endAssignment(int[] state, int at);

    /** An argument ends. */
    void endArgument(int[] state, int at);

    /** No further argument can follow in this command. May be reported several times. */
    void close(int[] state, int at);

    /** The file of a redirect begins, behind {@code >} if it is for output, or behind {@code <}. */
    void beginFile(int[] state, int at, boolean output);

    /** The file has one more character. */
    void fileCharacter(int[] state, int at, int codePoint);

    /** The whole file is unknown. */
    void unknownFile(int[] state, int at);

    /** From here on, the file can't be {@code /dev/null}, so that it counts as a command. */
    void fileCounts(int[] state, int at);

    /** A file that counts ends. */
    void endFile(int[] state, int at);

    /** A file that doesn't count ends. */
    void dropFile(int[] state, int at);

    /** The command ends. */
    void endCommand(int[] state, int at);

    /** The line is not plain. Nothing else is reported. */
    void fail(int[] state, int at);
}
