package dev.toolpolicy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.toolpolicy.internal.text.VisibleText;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * The result of a call that ran.
 *
 * @param kind whether the call succeeded or failed, or that it is not known
 * @param value the handler's result; JSON's null unless the call succeeded
 * @param reason why the call has not succeeded, as far as it is known: the message for the model; empty for a success
 * @param hadNoEffect whether the handler declares that the call failed and changed nothing, so that limits don't count it
 * @param labels the labels that the maker of the result adds to those of the tool's results
 */
public record ToolResult(Kind kind, JsonNode value, String reason, boolean hadNoEffect, Set<String> labels) {

    /** The kind of a result. */
    public enum Kind {
        /** The call succeeded. */
        SUCCESS,
        /** The call failed. */
        FAILURE,
        /**
         * The call ran, and it is not known whether it succeeded. Policies count it as begun: what it used stays used,
         * and it satisfies no requirement.
         */
        UNKNOWN
    }

    /** Checks the components. */
    public ToolResult {
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(reason, "reason");
        labels = Set.copyOf(labels);
        if (hadNoEffect && kind != Kind.FAILURE) {
            throw new IllegalArgumentException("only a failure can have no effect");
        }
    }

    /**
     * Creates the result of a call that succeeded.
     *
     * @param value the handler's result
     */
    public static ToolResult success(JsonNode value) {
        return new ToolResult(Kind.SUCCESS, value, "", false, Set.of());
    }

    /**
     * Creates the result of a call that failed.
     *
     * @param reason the message for the model
     */
    public static ToolResult failure(String reason) {
        return new ToolResult(Kind.FAILURE, NullNode.instance, reason, false, Set.of());
    }

    /**
     * Creates the result of a call that failed and changed nothing, such as a payment that the bank refused at once.
     * Limits don't count it.
     *
     * @param reason the message for the model
     */
    public static ToolResult failureWithoutEffect(String reason) {
        return new ToolResult(Kind.FAILURE, NullNode.instance, reason, true, Set.of());
    }

    /**
     * Creates the result of a call that ran, when it is not known whether it succeeded.
     *
     * @param reason the message for the model
     */
    public static ToolResult unknown(String reason) {
        return new ToolResult(Kind.UNKNOWN, NullNode.instance, reason, false, Set.of());
    }

    /**
     * Adds labels to the result's text, such as what a server said beside it. They join those that the tool's results
     * carry; they take none away.
     *
     * @param more the labels: small letters, digits and {@code -}
     * @return a copy with these labels too
     */
    public ToolResult withLabels(Set<String> more) {
        Set<String> all = new HashSet<>(labels);
        all.addAll(more);
        return new ToolResult(kind, value, reason, hadNoEffect, all);
    }

    /**
     * Returns whether the call succeeded.
     *
     * @return true for a success
     */
    public boolean isSuccess() {
        return kind == Kind.SUCCESS;
    }

    /**
     * Calls the function for this kind of result.
     *
     * @param success the function of a success, from the handler's result
     * @param failure the function of a failure or an unknown result, from the message for the model
     * @return the function's result
     */
    public <R> R fold(Function<? super JsonNode, ? extends R> success, Function<? super String, ? extends R> failure) {
        return isSuccess() ? success.apply(value) : failure.apply(reason);
    }

    @Override
    public String toString() {
        return VisibleText.line(
                switch (kind) {
                    case SUCCESS -> "Success[value=" + value + "]";
                    case FAILURE -> "Failure[reason=" + reason + (hadNoEffect ? ", without effect" : "") + "]";
                    case UNKNOWN -> "Unknown[reason=" + reason + "]";
                });
    }
}
