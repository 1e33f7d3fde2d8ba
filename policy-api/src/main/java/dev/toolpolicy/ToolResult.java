package dev.toolpolicy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.text.VisibleText;
import java.util.function.Function;

/** The result of a call that ran. A closed family of values. */
public sealed interface ToolResult {

    /**
     * Calls the function for this kind of result.
     *
     * @param success the function of a success, from the handler's result
     * @param failure the function of a failure or an unknown result, from the message for the model
     * @return the function's result
     */
    <R> R fold(Function<? super JsonNode, ? extends R> success, Function<? super String, ? extends R> failure);

    /**
     * Calls the function for this kind of result, with one for each kind.
     *
     * @param success the function of a success, from the handler's result
     * @param failure the function of a failure, from the message for the model
     * @param unknown the function of an unknown result, from the message for the model
     * @return the function's result
     */
    default <R> R fold(
            Function<? super JsonNode, ? extends R> success,
            Function<? super String, ? extends R> failure,
            Function<? super String, ? extends R> unknown) {
        return fold(success, failure);
    }

    /**
     * Returns whether the call succeeded.
     *
     * @return true for a success
     */
    default boolean isSuccess() {
        return fold(value -> true, reason -> false);
    }

    /**
     * The result of a call that succeeded.
     *
     * @param value the handler's result
     */
    record Success(JsonNode value) implements ToolResult {
        @Override
        public <R> R fold(
                Function<? super JsonNode, ? extends R> success, Function<? super String, ? extends R> failure) {
            return success.apply(value);
        }

        @Override
        public String toString() {
            return VisibleText.line("Success[value=" + value + "]");
        }
    }

    /**
     * The result of a call that failed.
     *
     * @param reason the message for the model
     * @param hadNoEffect whether the handler declares that the call changed nothing, so that limits don't count it
     */
    record Failure(String reason, boolean hadNoEffect) implements ToolResult {
        @Override
        public <R> R fold(
                Function<? super JsonNode, ? extends R> success, Function<? super String, ? extends R> failure) {
            return failure.apply(reason);
        }

        @Override
        public String toString() {
            return VisibleText.line("Failure[reason=" + reason + (hadNoEffect ? ", without effect" : "") + "]");
        }
    }

    /**
     * The result of a call that ran, when it is not known whether it succeeded. Policies count it as begun: what it
     * used stays used, and it satisfies no requirement.
     *
     * @param reason the message for the model
     */
    record Unknown(String reason) implements ToolResult {
        @Override
        public <R> R fold(
                Function<? super JsonNode, ? extends R> success, Function<? super String, ? extends R> failure) {
            return failure.apply(reason);
        }

        @Override
        public <R> R fold(
                Function<? super JsonNode, ? extends R> success,
                Function<? super String, ? extends R> failure,
                Function<? super String, ? extends R> unknown) {
            return unknown.apply(reason);
        }

        @Override
        public String toString() {
            return VisibleText.line("Unknown[reason=" + reason + "]");
        }
    }

    /**
     * Creates the result of a call that succeeded.
     *
     * @param value the handler's result
     */
    static ToolResult success(JsonNode value) {
        return new Success(value);
    }

    /**
     * Creates the result of a call that failed.
     *
     * @param reason the message for the model
     */
    static ToolResult failure(String reason) {
        return new Failure(reason, false);
    }

    /**
     * Creates the result of a call that failed and changed nothing, such as a payment that the bank refused at once.
     * Limits don't count it.
     *
     * @param reason the message for the model
     */
    static ToolResult failureWithoutEffect(String reason) {
        return new Failure(reason, true);
    }

    /**
     * Creates the result of a call that ran, when it is not known whether it succeeded.
     *
     * @param reason the message for the model
     */
    static ToolResult unknown(String reason) {
        return new Unknown(reason);
    }
}
