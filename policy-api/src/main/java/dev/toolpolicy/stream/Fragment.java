package dev.toolpolicy.stream;

import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a JSON text as it arrives: a place and its content. Every value at every level ends with exactly one
 * {@link Done}; that of a container follows those of all its children, and nothing follows the root's. If adjacent
 * pieces of one string are joined, the fragments of a text don't depend on how it is cut into chunks. A closed family
 * of immutable values.
 */
public sealed interface Fragment {

    /**
     * Returns the place of the fragment.
     *
     * @return the names and indexes from the root
     */
    Path path();

    /** Passes this fragment to the receiver's method for its kind. */
    void passTo(Receiver receiver);

    /** A receiver of fragments, with a method for each kind. */
    interface Receiver {
        /** Receives a piece of a string. */
        void piece(Piece fragment);

        /** Receives a number. */
        void number(NumberValue fragment);

        /** Receives a boolean. */
        void bool(BooleanValue fragment);

        /** Receives a null. */
        void nullValue(NullValue fragment);

        /** Receives an empty array. */
        void emptyArray(EmptyArray fragment);

        /** Receives an empty object. */
        void emptyObject(EmptyObject fragment);

        /** Receives the end of a value. */
        void done(Done fragment);
    }

    /**
     * A decoded piece of a string. Each chunk has at most one for a string. A piece is empty only if the whole string
     * is.
     *
     * @param path the place of the string
     * @param text the piece
     */
    record Piece(Path path, String text) implements Fragment {
        @Override
        public void passTo(Receiver receiver) {
            receiver.piece(this);
        }
    }

    /**
     * A number.
     *
     * @param path the place of the number
     * @param literal the number as written
     */
    record NumberValue(Path path, String literal) implements Fragment {
        @Override
        public void passTo(Receiver receiver) {
            receiver.number(this);
        }
    }

    /**
     * A boolean.
     *
     * @param path the place of the boolean
     * @param value true or false
     */
    record BooleanValue(Path path, boolean value) implements Fragment {
        @Override
        public void passTo(Receiver receiver) {
            receiver.bool(this);
        }
    }

    /**
     * A null.
     *
     * @param path the place of the null
     */
    record NullValue(Path path) implements Fragment {
        @Override
        public void passTo(Receiver receiver) {
            receiver.nullValue(this);
        }
    }

    /**
     * An empty array.
     *
     * @param path the place of the array
     */
    record EmptyArray(Path path) implements Fragment {
        @Override
        public void passTo(Receiver receiver) {
            receiver.emptyArray(this);
        }
    }

    /**
     * An empty object.
     *
     * @param path the place of the object
     */
    record EmptyObject(Path path) implements Fragment {
        @Override
        public void passTo(Receiver receiver) {
            receiver.emptyObject(this);
        }
    }

    /**
     * The end of a value.
     *
     * @param path the place of the value
     */
    record Done(Path path) implements Fragment {
        @Override
        public void passTo(Receiver receiver) {
            receiver.done(this);
        }
    }

    /**
     * The place of a value: names and array indexes from the root. Immutable. All fragments of one value share one
     * path, and a path shares its ancestors.
     */
    final class Path {
        /** The place of the whole text's value. */
        public static final Path ROOT = new Path(null, null, -1);

        private final @Nullable Path parent;
        private final @Nullable String name;
        private final int index;

        private Path(@Nullable Path parent, @Nullable String name, int index) {
            this.parent = parent;
            this.name = name;
            this.index = index;
        }

        /**
         * Returns the place of a property of the object at this place.
         *
         * @param propertyName the unescaped name
         * @return the place below this one
         * @throws NullPointerException if the name is null
         */
        public Path property(String propertyName) {
            return new Path(this, Objects.requireNonNull(propertyName, "propertyName"), -1);
        }

        /**
         * Returns the place of an element of the array at this place.
         *
         * @return the place below this one
         * @throws IllegalArgumentException if the index is negative
         */
        public Path element(int elementIndex) {
            if (elementIndex < 0) {
                throw new IllegalArgumentException("index must be >= 0, was " + elementIndex);
            }
            return new Path(this, null, elementIndex);
        }

        /**
         * Returns the place of the object or array that contains this value.
         *
         * @return the parent, or empty for the root
         */
        public Optional<Path> parent() {
            return Optional.ofNullable(parent);
        }

        /**
         * Returns the name if this is a property.
         *
         * @return the unescaped name, or empty for an element and for the root
         */
        public Optional<String> name() {
            return Optional.ofNullable(name);
        }

        /**
         * Returns the index if this is an element.
         *
         * @return the index from 0, or -1 for a property and for the root
         */
        public int index() {
            return index;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            if (!(other instanceof Path theirs)) {
                return false;
            }
            Path mine = this;
            while (mine != theirs) {
                if (mine.index != theirs.index
                        || !Objects.equals(mine.name, theirs.name)
                        || mine.parent == null
                        || theirs.parent == null) {
                    return false;
                }
                mine = mine.parent;
                theirs = theirs.parent;
            }
            return true;
        }

        @Override
        public int hashCode() {
            int hash = 1;
            for (Path path = this; path != null; path = path.parent) {
                hash = 31 * hash + Objects.hashCode(path.name) + path.index;
            }
            return hash;
        }

        /**
         * Returns the place as a JSON Pointer with array indexes.
         *
         * @return the pointer, empty for the root
         */
        @Override
        public String toString() {
            Deque<String> segments = new ArrayDeque<>();
            for (Path path = this; path.parent != null; path = path.parent) {
                segments.push(path.name == null ? Integer.toString(path.index) : ArgumentPointer.escape(path.name));
            }
            return segments.isEmpty() ? "" : "/" + String.join("/", segments);
        }
    }
}
