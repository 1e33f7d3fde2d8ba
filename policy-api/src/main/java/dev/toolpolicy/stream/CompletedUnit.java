package dev.toolpolicy.stream;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.schema.ArgumentError;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A whole text or a whole tool call, put together from a stream's deltas. A closed family of immutable values. */
public sealed interface CompletedUnit {

    /**
     * Which of several answers it belongs to.
     *
     * @return the choice's index, 0 for a response with one
     */
    int choice();

    /**
     * Whether it was cut: the response ended at a limit of length or by a filter while it was open, or without a finish.
     *
     * @return true if there may have been more
     */
    boolean truncated();

    /**
     * A text of the model, from its first piece to where a tool call starts or the response ends.
     *
     * @param choice the choice's index
     * @param text the text
     * @param truncated whether it was cut
     */
    record Text(int choice, String text, boolean truncated) implements CompletedUnit {}

    /** A tool call. */
    final class Call implements CompletedUnit {
        private final int choice;
        private final int index;
        private final String id;
        private final String name;
        private final String argumentText;
        private final boolean truncated;
        private final @Nullable JsonNode arguments;
        private final @Nullable ArgumentError error;

        /**
         * A call whose argument text is a JSON value.
         *
         * @param choice the choice's index
         * @param index how many calls of the choice started before it
         * @param id the provider's id, or one made up where the provider gave none
         * @param name the tool's name
         * @param argumentText the argument text as it came
         * @param truncated whether the response was cut while the call was open
         * @param arguments the text's value; copied
         */
        public Call(
                int choice, int index, String id, String name, String argumentText, boolean truncated,
                JsonNode arguments) {
            this(choice, index, id, name, argumentText, truncated, arguments.deepCopy(), null);
        }

        /**
         * A call whose argument text isn't JSON, or not all of it.
         *
         * @param choice the choice's index
         * @param index how many calls of the choice started before it
         * @param id the provider's id, or one made up where the provider gave none
         * @param name the tool's name
         * @param argumentText the argument text as it came
         * @param truncated whether the response was cut while the call was open
         * @param error the first error in the text
         */
        public Call(
                int choice, int index, String id, String name, String argumentText, boolean truncated,
                ArgumentError error) {
            this(choice, index, id, name, argumentText, truncated, null, Objects.requireNonNull(error, "error"));
        }

        private Call(
                int choice, int index, String id, String name, String argumentText, boolean truncated,
                @Nullable JsonNode arguments, @Nullable ArgumentError error) {
            this.choice = choice;
            this.index = index;
            this.id = Objects.requireNonNull(id, "id");
            this.name = Objects.requireNonNull(name, "name");
            this.argumentText = Objects.requireNonNull(argumentText, "argumentText");
            this.truncated = truncated;
            this.arguments = arguments;
            this.error = error;
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
         * Its place among the choice's calls.
         *
         * @return how many calls of the choice started before it
         */
        public int index() {
            return index;
        }

        /**
         * The provider's id.
         *
         * @return the id, or one made up where the provider gave none
         */
        public String id() {
            return id;
        }

        /**
         * The tool.
         *
         * @return its name, empty if none came
         */
        public String name() {
            return name;
        }

        /**
         * The argument text.
         *
         * @return the text as it came, well-formed or not
         */
        public String argumentText() {
            return argumentText;
        }

        /**
         * The arguments. No text at all means no arguments, unless the call is truncated.
         *
         * @return a copy of the text's value; empty if the text isn't one whole JSON value
         */
        public Optional<JsonNode> arguments() {
            return Optional.ofNullable(arguments).map(JsonNode::deepCopy);
        }

        /**
         * What is wrong with the argument text.
         *
         * @return the first error; empty if the text is a JSON value
         */
        public Optional<ArgumentError> error() {
            return Optional.ofNullable(error);
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
                    && Objects.equals(arguments, that.arguments)
                    && Objects.equals(error, that.error);
        }

        @Override
        public int hashCode() {
            return Objects.hash(choice, index, truncated, id, name, argumentText);
        }

        @Override
        public String toString() {
            return name + "#" + id + (truncated ? " (truncated)" : "");
        }
    }
}
