package dev.toolpolicy.stream;

import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a JSON text as it arrives: a place and its content. Every value at every level ends with exactly one
 * {@link Kind#DONE}; that of a container follows those of all its children, and nothing follows the root's. If adjacent
 * pieces of one string are joined, the fragments of a text don't depend on how it is cut into chunks.
 *
 * @param kind what the fragment says of its place
 * @param path the names and indexes from the root to the place
 * @param text the decoded piece of a string, or a number, boolean or null as written; empty for the other kinds
 */
public record Fragment(Kind kind, Path path, String text) {

    /** The kind of a fragment. */
    public enum Kind {
        /** A decoded piece of a string. Each chunk has at most one for a string; only a whole string's is empty. */
        PIECE,
        /** A number. */
        NUMBER,
        /** A boolean. */
        BOOLEAN,
        /** A null. */
        NULL,
        /** An empty array. */
        EMPTY_ARRAY,
        /** An empty object. */
        EMPTY_OBJECT,
        /** The end of a value. */
        DONE
    }

    @Override
    public String toString() {
        return VisibleText.line(kind + "[path=" + path + ", text=" + text + "]");
    }

    /**
     * The place of a value: names and array indexes from the root. Immutable. All fragments of one value share one
     * path, and a path shares its ancestors.
     */
    public static final class Path {
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
