package dev.toolpolicy.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.internal.text.VisibleText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The result of one call: whether it ran, and what the model is told. Immutable. */
public final class CallResult {
    private final Call call;
    private final Kind kind;
    private final Delivery delivery;
    private final JsonNode content;

    /** The call, the arguments with which it ran, and the approval that it waits for. */
    private record Call(
            long serial,
            String id,
            String tool,
            @Nullable ObjectNode arguments,
            @Nullable String approval) {}

    private CallResult(Call call, Kind kind, Delivery delivery, JsonNode content) {
        this.call = call;
        this.kind = kind;
        this.delivery = delivery;
        this.content = content;
    }

    /**
     * Creates the result of a call that didn't run.
     *
     * @param serial the call's number, unique in the process
     * @param callId the provider's id of the call, possibly empty
     * @param tool the tool's name
     * @param kind why it didn't run
     * @param forModel the message for the model
     * @return the result
     * @throws IllegalArgumentException if the kind is {@link Kind#RAN} or {@link Kind#FAILED}
     */
    public static CallResult notRun(long serial, String callId, String tool, Kind kind, String forModel) {
        if (kind == Kind.RAN || kind == Kind.FAILED) {
            throw new IllegalArgumentException("the call ran");
        }
        return new CallResult(
                new Call(serial, callId, tool, null, null), kind, Delivery.NOTICE, TextNode.valueOf(forModel));
    }

    /**
     * Returns this result, of a call that waits for a stored approval.
     *
     * @param id the approval's id
     */
    public CallResult waitingFor(String id) {
        Call waiting = new Call(call.serial(), call.id(), call.tool(), call.arguments(), id);
        return new CallResult(waiting, Kind.PENDING, delivery, content);
    }

    /**
     * Creates the result of a call that ran and whose return value is delivered as it is.
     *
     * @param serial the call's number, unique in the process
     * @param callId the provider's id of the call, possibly empty
     * @param tool the tool's name
     * @param arguments the arguments with which it ran
     * @param content the handler's return value, or the reason of its failure
     * @return the result of a call that succeeded
     */
    public static CallResult ran(long serial, String callId, String tool, ObjectNode arguments, JsonNode content) {
        Call call = new Call(serial, callId, tool, arguments.deepCopy(), null);
        return new CallResult(call, Kind.RAN, Delivery.WHOLE, content.deepCopy());
    }

    /**
     * Returns this result with the kind by which the run ended: {@link Kind#RAN}, {@link Kind#FAILED} or, if it isn't
     * known whether it succeeded, {@link Kind#LOST}.
     *
     * @param outcome the outcome of the run
     */
    public CallResult ending(ToolResult outcome) {
        Kind end = switch (outcome.kind()) {
            case SUCCESS -> Kind.RAN;
            case FAILURE -> Kind.FAILED;
            case UNKNOWN -> Kind.LOST;
        };
        return new CallResult(call, end, delivery, content);
    }

    /**
     * Returns this result with a notice for the model in place of the return value.
     *
     * @param notice what happened instead
     */
    public CallResult withNotice(String notice) {
        return new CallResult(call, kind, Delivery.NOTICE, TextNode.valueOf(notice));
    }

    /**
     * Returns this result with the return value as a person edited it.
     *
     * @param edited what the model gets
     */
    public CallResult withEdited(JsonNode edited) {
        return new CallResult(call, kind, Delivery.EDITED, edited.deepCopy());
    }

    /** Returns the call's number, unique in the process. */
    public long serial() {
        return call.serial();
    }

    /** Returns the provider's id of the call, possibly empty. */
    public String callId() {
        return call.id();
    }

    /** Returns the tool's name. */
    public String tool() {
        return call.tool();
    }

    /** Returns whether the call ran, and if not, why. */
    public Kind kind() {
        return kind;
    }

    /**
     * Returns whether the call ran and succeeded; if not, adapters mark the result as an error where the provider
     * supports that.
     */
    public boolean success() {
        return kind == Kind.RAN;
    }

    /** Returns whether the call began here: it ran, failed, or its outcome is unknown. */
    public boolean began() {
        return call.arguments() != null;
    }

    /**
     * Returns the approval that a pending call waits for.
     *
     * @return the approval's id, for {@code Approvals} and {@code SessionCalls.resume}; empty if the call isn't pending
     */
    public Optional<String> approval() {
        return Optional.ofNullable(call.approval());
    }

    /** Returns whether the content for the model is the handler's return value, or the reason of its failure. */
    public boolean isWhole() {
        return delivery == Delivery.WHOLE;
    }

    /**
     * Returns whether the content for the model is a message that says what happened instead. Where it is neither that
     * nor {@linkplain #isWhole() whole}, it is the return value as a person edited it.
     */
    public boolean isNotice() {
        return delivery == Delivery.NOTICE;
    }

    /** Returns the word for the content in records: {@code whole}, {@code edited} or {@code notice}. */
    public String delivery() {
        return delivery.name().toLowerCase(Locale.ROOT);
    }

    /** The end of a call: it ran, or why it did not. */
    public enum Kind {
        /** The call ran and succeeded. */
        RAN,
        /** The call ran and failed. */
        FAILED,
        /** The call began, and its outcome is unknown: it timed out, or its process died. */
        LOST,
        /** A rule or a session policy denied the call. */
        DENIED,
        /** The call was declined or cancelled, or it needed approval and no approver was available. */
        DECLINED,
        /** The call's stored approval wasn't used in time. */
        EXPIRED,
        /** The call was invalid. */
        INVALID,
        /** The call, with a stored approval, has begun elsewhere and has no outcome yet. */
        RUNNING,
        /** The call waits for an approval that is stored; {@code SessionCalls.resume} runs it later. */
        PENDING;

        /**
         * Returns the kind as one word, for records.
         *
         * @return the name in lower case
         */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private enum Delivery {
        WHOLE,
        EDITED,
        NOTICE
    }

    /**
     * Returns the arguments with which the call ran, or runs: with defaults, and as an approver edited them.
     *
     * @return a copy; empty if the call didn't run
     */
    public Optional<ObjectNode> arguments() {
        return Optional.ofNullable(call.arguments()).map(ObjectNode::deepCopy);
    }

    /**
     * Returns the content for the model.
     *
     * @return a copy
     */
    public JsonNode content() {
        return content.deepCopy();
    }

    /**
     * Returns the content for the model as text, as most providers take it.
     *
     * @return a text as it is, anything else as JSON
     */
    public String forModel() {
        return content.isTextual() ? content.textValue() : content.toString();
    }

    private List<Object> parts() {
        return List.of(call, kind, delivery, content);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CallResult that && parts().equals(that.parts());
    }

    @Override
    public int hashCode() {
        return parts().hashCode();
    }

    @Override
    public String toString() {
        return VisibleText.line(
                "CallResult[serial=" + serial() + ", callId=" + callId() + ", tool=" + tool() + ", kind="
                        + kind + ", delivery=" + delivery + ", arguments=" + call.arguments() + ", content=" + content
                        + ", approval=" + call.approval() + "]");
    }
}
