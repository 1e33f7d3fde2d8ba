package dev.toolpolicy.stream;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.schema.ArgumentError;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A complete text or tool call, assembled from a stream's deltas. A closed family of immutable values. */
public sealed interface CompletedUnit {

    /** Passes this unit to the receiver's method for its kind. */
    void passTo(Receiver receiver);

    /** A receiver of complete units, with a method for each kind. */
    interface Receiver {
        /** Receives a text. */
        void text(Text text);

        /** Receives a tool call. */
        void call(Call call);
    }

    /**
     * Returns the choice that this unit belongs to.
     *
     * @return the choice's index, 0 for a response with one
     */
    int choice();

    /**
     * Returns whether the unit was truncated: the response ended at a length limit, by a filter or without a finish
     * while the unit was open.
     *
     * @return true if more may be missing
     */
    boolean truncated();

    /**
     * A text of the model, from its first piece to the next tool call or the end of the response.
     *
     * @param choice the choice's index
     * @param text the text
     * @param truncated true if the text was truncated
     */
    record Text(int choice, String text, boolean truncated) implements CompletedUnit {
        @Override
        public void passTo(Receiver receiver) {
            receiver.text(this);
        }
    }

    /** A tool call of the model, with its arguments or the error in them. */
    final class Call implements CompletedUnit {
        private final int choice;
        private final int index;
        private final String id;
        private final String name;
        private final String argumentText;
        private final boolean truncated;
        private final @Nullable JsonNode arguments;
        private final @Nullable ArgumentError error;
        /** Reads the argument text; null if it was read. */
        private final @Nullable UnaryOperator<Call> reading;

        private volatile @Nullable Call read;

        /**
         * Creates a complete call without arguments or error.
         *
         * @param choice the choice's index
         * @param index the number of calls of the choice that started before
         * @param id the provider's id, or a generated one if the provider sent none
         * @param name the tool's name
         * @param argumentText the argument text as received
         */
        public Call(int choice, int index, String id, String name, String argumentText) {
            this(choice, index, id, name, argumentText, false, null, null, null);
        }

        /**
         * Returns this call with its arguments, for an argument text that is a JSON value.
         *
         * @param parsed the parsed arguments; copied
         */
        public Call withArguments(JsonNode parsed) {
            return new Call(choice, index, id, name, argumentText, truncated, parsed.deepCopy(), null, null);
        }

        /**
         * Returns this call with an error, for an argument text that is not JSON, or not complete.
         *
         * @param first the first error in the text
         */
        public Call withError(ArgumentError first) {
            return new Call(choice, index, id, name, argumentText, truncated, null, first, null);
        }

        /**
         * Returns this call, truncated or not.
         *
         * @param cut true if the response was cut while the call was open
         */
        public Call truncated(boolean cut) {
            return new Call(choice, index, id, name, argumentText, cut, arguments, error, reading);
        }

        /**
         * Returns this call, whose argument text is read when the arguments or the error are asked for.
         *
         * @param reader returns the call with its arguments or the error, on any thread
         */
        public Call readBy(UnaryOperator<Call> reader) {
            return new Call(
                    choice,
                    index,
                    id,
                    name,
                    argumentText,
                    truncated,
                    null,
                    null,
                    Objects.requireNonNull(reader, "reader"));
        }

        private Call read() {
            Call known = read;
            if (known == null) {
                known = reading == null ? this : reading.apply(this);
                read = known;
            }
            return known;
        }

        private Call(
                int choice,
                int index,
                String id,
                String name,
                String argumentText,
                boolean truncated,
                @Nullable JsonNode arguments,
                @Nullable ArgumentError error,
                @Nullable UnaryOperator<Call> reading) {
            this.choice = choice;
            this.index = index;
            this.id = Objects.requireNonNull(id, "id");
            this.name = Objects.requireNonNull(name, "name");
            this.argumentText = Objects.requireNonNull(argumentText, "argumentText");
            this.truncated = truncated;
            this.arguments = arguments;
            this.error = error;
            this.reading = reading;
        }

        @Override
        public int choice() {
            return choice;
        }

        @Override
        public boolean truncated() {
            return truncated;
        }

        /**
         * Returns this call's position among the choice's calls.
         *
         * @return the number of calls of the choice that started before
         */
        public int index() {
            return index;
        }

        /**
         * Returns the provider's id.
         *
         * @return the id, or a generated one if the provider sent none
         */
        public String id() {
            return id;
        }

        /**
         * Returns the tool's name.
         *
         * @return the name, empty if none was received
         */
        public String name() {
            return name;
        }

        /**
         * Returns the argument text as received.
         *
         * @return the text, well-formed or not
         */
        public String argumentText() {
            return argumentText;
        }

        /**
         * Returns the parsed arguments. An empty text means no arguments, unless the call is truncated.
         *
         * @return a copy of the arguments; empty if the text is not one complete JSON value
         */
        public Optional<JsonNode> arguments() {
            return Optional.ofNullable(read().arguments).map(JsonNode::deepCopy);
        }

        /**
         * Returns the error in the argument text.
         *
         * @return the first error; empty if the text is a JSON value
         */
        public Optional<ArgumentError> error() {
            return Optional.ofNullable(read().error);
        }

        @Override
        public void passTo(Receiver receiver) {
            receiver.call(this);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Call that
                    && choice == that.choice
                    && index == that.index
                    && truncated == that.truncated
                    && id.equals(that.id)
                    && name.equals(that.name)
                    && argumentText.equals(that.argumentText)
                    && Objects.equals(read().arguments, that.read().arguments)
                    && Objects.equals(read().error, that.read().error);
        }

        @Override
        public int hashCode() {
            return Objects.hash(choice, index, truncated, id, name, argumentText);
        }

        @Override
        public String toString() {
            return VisibleText.line(name + "#" + id + (truncated ? " (truncated)" : ""));
        }
    }
}
