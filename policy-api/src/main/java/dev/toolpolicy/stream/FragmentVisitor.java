package dev.toolpolicy.stream;

/**
 * Hears of a JSON text in document order while it arrives, without an allocation for each event. Every method does
 * nothing unless overridden.
 *
 * <p>A value is one of: {@link #nullValue}, {@link #bool}, {@link #number}; {@link #stringStart}, any number of
 * {@link #text}, {@link #stringEnd}; {@link #arrayStart}, its values, {@link #arrayEnd}; {@link #objectStart}, for each
 * property {@link #name} and its value, {@link #objectEnd}.
 *
 * <p>Called on the thread that feeds the text. A method that throws {@link FragmentRefusedException} makes that the
 * text's error and ends the reading; any other exception is passed on to whoever feeds the text.
 */
public interface FragmentVisitor {

    /** An object opens. */
    default void objectStart() {}

    /**
     * A property's whole name; its value follows.
     *
     * @param name the unescaped name
     */
    default void name(String name) {}

    /** The innermost open object closes. */
    default void objectEnd() {}

    /** An array opens. */
    default void arrayStart() {}

    /** The innermost open array closes. */
    default void arrayEnd() {}

    /** A string opens. */
    default void stringStart() {}

    /**
     * A piece of the open string, decoded: never empty, never cut inside a surrogate pair, at most one a chunk.
     *
     * @param buffer holds the piece; valid only during the call
     * @param start where the piece starts in it
     * @param end where the piece ends in it, exclusive
     */
    default void text(CharSequence buffer, int start, int end) {}

    /** The open string closes. */
    default void stringEnd() {}

    /**
     * A number.
     *
     * @param literal the number as written; valid only during the call
     */
    default void number(CharSequence literal) {}

    /**
     * A boolean.
     *
     * @param value true or false
     */
    default void bool(boolean value) {}

    /** A null. */
    default void nullValue() {}
}
