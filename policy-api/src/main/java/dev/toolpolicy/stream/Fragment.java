package dev.toolpolicy.stream;

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
    FragmentPath path();

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
    record Piece(FragmentPath path, String text) implements Fragment {
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
    record NumberValue(FragmentPath path, String literal) implements Fragment {
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
    record BooleanValue(FragmentPath path, boolean value) implements Fragment {
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
    record NullValue(FragmentPath path) implements Fragment {
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
    record EmptyArray(FragmentPath path) implements Fragment {
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
    record EmptyObject(FragmentPath path) implements Fragment {
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
    record Done(FragmentPath path) implements Fragment {
        @Override
        public void passTo(Receiver receiver) {
            receiver.done(this);
        }
    }
}
