package dev.toolpolicy.runtime.internal.json;

/** The states of a reader: what may come next in a text. */
enum ReaderState {
    /** A value: at the start, after a colon, after a comma in an array. */
    VALUE,
    /** The first element of an array, or the array's end. */
    FIRST_ELEMENT,
    /** The first name of an object, or the object's end. */
    FIRST_NAME,
    /** A name, after a comma in an object. */
    NEXT_NAME,
    /** More of a name, or its closing quote. */
    IN_NAME,
    /** The colon after a name. */
    COLON,
    /** More of a string, or its closing quote. */
    IN_STRING,
    /** More of a number, or what ends it. */
    IN_NUMBER,
    /** The next letter of {@code true}, {@code false} or {@code null}. */
    IN_LITERAL,
    /** A comma after a value, or the end of what holds it. */
    AFTER_VALUE,
    /** Nothing but white space: the root's value has ended. */
    END;

    /** Returns whether the place is that of a value that is being read or expected, and not that of what holds it. */
    boolean isAtValue() {
        return this != FIRST_NAME && this != NEXT_NAME && this != IN_NAME && this != AFTER_VALUE;
    }
}
