package dev.toolpolicy.runtime.internal.read;

/** A scanner of {@code true}, {@code false} and {@code null}, letter by letter. */
final class LiteralScanner {
    private String word = "";
    private int read;

    /** Starts the literal that begins with this letter: t, f or n. */
    void start(char first) {
        word = first == 't' ? "true" : first == 'f' ? "false" : "null";
        read = 1;
    }

    /** Takes the next letter; false if it is another. */
    boolean next(char c) {
        return c == word.charAt(read++);
    }

    boolean isWhole() {
        return read == word.length();
    }

    /** Returns the literal that is being read. */
    String word() {
        return word;
    }

    /** Tells of the literal, which is whole. */
    void tell(FragmentVisitor visitor) {
        if (word.equals("null")) {
            visitor.nullValue();
        } else {
            visitor.bool(word.equals("true"));
        }
    }
}
