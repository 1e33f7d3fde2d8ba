package dev.toolpolicy.analysis.internal.shell.line;

/** The elementary consequences of a character. */
enum Op {
    /** A word begins that is the name of the command or an assignment. */
    BEGIN_NAME,
    BEGIN_ARGUMENT,
    BEGIN_OUTPUT,
    BEGIN_INPUT,
    BEGIN_HERE,
    /** The character itself belongs to the word. */
    SELF,
    ONE('1'),
    TWO('2'),
    DOLLAR('$'),
    BACKSLASH('\\'),
    OPEN_BRACE('{'),
    CLOSE_BRACE('}'),
    /** An opening bracket, which some commands evaluate in an argument, and some variables in a value. */
    BRACKET,
    /** A sign of a pattern or of braces, so that the word may be the name of a file. */
    PATTERN,
    /** The character itself is behind a part of the word that is unknown. */
    HIDDEN,
    /** The character belongs to a variable, or ends it. */
    VARIABLE,
    /** The word so far is a name, and its {@code =} follows. */
    ASSIGN,
    UNKNOWN,
    END_NAME,
    END_ASSIGNMENT,
    END_ARGUMENT,
    END_FILE,
    /** The delimiter of a here-document ends, quoted, so that the shell leaves its text alone. */
    END_HERE,
    /** The delimiter ends, and has no quotes. */
    END_OPEN_HERE,
    /** A substitution begins; what follows it is read in the step's next state. */
    ENTER,
    /** The substitution ends. */
    LEAVE,
    /** No argument can follow in this command. */
    CLOSE,
    END_COMMAND,
    /** A newline ends a line, behind which the text of a here-document begins. */
    END_LINE;

    /** The character that it adds to the word, or -1. */
    final int character;

    Op() {
        this(-1);
    }

    Op(int character) {
        this.character = character;
    }

    /** Returns whether it ends a word of a command. The file of a redirect is not one. */
    boolean endsWord() {
        return this == END_NAME || this == END_ASSIGNMENT || this == END_ARGUMENT;
    }

    /** Returns whether it matters only in words that are evaluated. */
    boolean isEvaluation() {
        return compareTo(BRACKET) >= 0 && compareTo(VARIABLE) <= 0;
    }

    boolean isText() {
        return this == SELF || character >= 0;
    }
}
