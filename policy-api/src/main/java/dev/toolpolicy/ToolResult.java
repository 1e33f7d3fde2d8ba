package dev.toolpolicy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.toolpolicy.internal.text.VisibleText;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The result of a call that ran. */
public final class ToolResult {
    private final Kind kind;
    private final JsonNode value;
    private final String reason;
    private final boolean hadNoEffect;

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

    private ToolResult(Kind kind, JsonNode value, String reason, boolean hadNoEffect) {
        this.kind = kind;
        this.value = Objects.requireNonNull(value, "value");
        this.reason = Objects.requireNonNull(reason, "reason");
        this.hadNoEffect = hadNoEffect;
    }

    /**
     * Creates the result of a call that succeeded.
     *
     * @param value the handler's result
     */
    public static ToolResult success(JsonNode value) {
        return new ToolResult(Kind.SUCCESS, value, "", false);
    }

    /**
     * Creates the result of a call that failed.
     *
     * @param reason the message for the model
     */
    public static ToolResult failure(String reason) {
        return new ToolResult(Kind.FAILURE, NullNode.instance, reason, false);
    }

    /**
     * Creates the result of a call that failed and changed nothing, such as a payment that the bank refused at once.
     * Limits don't count it.
     *
     * @param reason the message for the model
     */
    public static ToolResult failureWithoutEffect(String reason) {
        return new ToolResult(Kind.FAILURE, NullNode.instance, reason, true);
    }

    /**
     * Creates the result of a call that ran, when it is not known whether it succeeded.
     *
     * @param reason the message for the model
     */
    public static ToolResult unknown(String reason) {
        return new ToolResult(Kind.UNKNOWN, NullNode.instance, reason, false);
    }

    /** Returns whether the call succeeded or failed, or that it is not known. */
    public Kind kind() {
        return kind;
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
     * Returns whether the handler declares that the call changed nothing, so that limits don't count it.
     *
     * @return true for a failure without effect
     */
    public boolean hadNoEffect() {
        return hadNoEffect;
    }

    /**
     * Returns why the call has not succeeded, as far as it is known.
     *
     * @return the message for the model, empty for a success
     */
    public String reason() {
        return reason;
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
    public boolean equals(@Nullable Object other) {
        return other instanceof ToolResult that
                && kind == that.kind
                && value.equals(that.value)
                && reason.equals(that.reason)
                && hadNoEffect == that.hadNoEffect;
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, value, reason, hadNoEffect);
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
