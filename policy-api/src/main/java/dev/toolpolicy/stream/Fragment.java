package dev.toolpolicy.stream;

/**
 * A piece of a JSON text while it arrives: a place and what came there. Every value at every level ends with exactly
 * one {@link Done}, a container's after those of all its children; nothing follows the root's. Merged (adjacent pieces
 * of one string joined), the fragments of a text are the same however it is cut. A closed family of immutable values.
 */
public sealed interface Fragment {

    /**
     * The place.
     *
     * @return names and indexes from the root
     */
    FragmentPath path();

    /**
     * A piece of a string, decoded. At most one a string a chunk; none is empty, except the one of a string that is
     * empty as a whole.
     *
     * @param path the place
     * @param text the piece
     */
    record Piece(FragmentPath path, String text) implements Fragment {}

    /**
     * A number.
     *
     * @param path the place
     * @param literal the number as written
     */
    record NumberValue(FragmentPath path, String literal) implements Fragment {}

    /**
     * A boolean.
     *
     * @param path the place
     * @param value true or false
     */
    record BooleanValue(FragmentPath path, boolean value) implements Fragment {}

    /**
     * A null.
     *
     * @param path the place
     */
    record NullValue(FragmentPath path) implements Fragment {}

    /**
     * The array here is empty.
     *
     * @param path the place
     */
    record EmptyArray(FragmentPath path) implements Fragment {}

    /**
     * The object here is empty.
     *
     * @param path the place
     */
    record EmptyObject(FragmentPath path) implements Fragment {}

    /**
     * The value here is complete.
     *
     * @param path the place
     */
    record Done(FragmentPath path) implements Fragment {}
}
