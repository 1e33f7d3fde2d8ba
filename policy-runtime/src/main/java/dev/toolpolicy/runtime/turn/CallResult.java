package dev.toolpolicy.runtime.turn;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The result of one call, for the model. Immutable.
 */
public final class CallResult {
    private final long serial;
    private final String callId;
    private final String tool;
    private final boolean success;
    private final Kind kind;
    private final JsonNode content;

    /**
     * Creates the result of a call that did not succeed.
     *
     * @param serial the call's number, unique in the process
     * @param callId the provider's id of the call, possibly empty
     * @param tool the tool's name
     * @param kind the kind of result
     * @param content the handler's return value, or a message that says what happened instead
     */
    public CallResult(long serial, String callId, String tool, Kind kind, JsonNode content) {
        this(serial, callId, tool, false, kind, content);
    }

    private CallResult(long serial, String callId, String tool, boolean success, Kind kind, JsonNode content) {
        content = content.deepCopy();
        this.serial = serial;
        this.callId = callId;
        this.tool = tool;
        this.success = success;
        this.kind = kind;
        this.content = content;
    }

    /**
     * Returns this result, of a call that succeeded or not.
     *
     * @param success whether the call ran and succeeded; if not, adapters mark the result as an error where the
     *     provider supports that
     */
    public CallResult withSuccess(boolean success) {
        return new CallResult(serial, callId, tool, success, kind, content);
    }

    /** Returns the call's number, unique in the process. */
    public long serial() {
        return serial;
    }

    /** Returns the provider's id of the call, possibly empty. */
    public String callId() {
        return callId;
    }

    /** Returns the tool's name. */
    public String tool() {
        return tool;
    }

    /**
     * Returns whether the call ran and succeeded; if not, adapters mark the result as an error where the provider
     * supports that.
     */
    public boolean success() {
        return success;
    }

    /** Returns the kind of result. */
    public Kind kind() {
        return kind;
    }

    /** The kind of a result. */
    public enum Kind {
        /** The handler's return value. */
        RETURNED,
        /** The handler's result as an approver edited it. */
        EDITED,
        /** A notice instead of the result. */
        WITHHELD,
        /** The handler failed or timed out. */
        FAILED,
        /** The call was declined or cancelled, or no approver was available. */
        DECLINED,
        /** A rule or a session policy denied the call. */
        REFUSED,
        /** The call was invalid. */
        INVALID;

        /**
         * Returns the kind as one word, for records.
         *
         * @return the name in lower case
         */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
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
     * Returns the content for providers that take text.
     *
     * @return a text as it is, anything else as JSON
     */
    public String text() {
        return content.isTextual() ? content.textValue() : content.toString();
    }

    private List<Object> parts() {
        return List.of(serial, callId, tool, success, kind, content);
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
        return "CallResult[serial=" + serial + ", callId=" + callId + ", tool=" + tool + ", success=" + success
                + ", kind=" + kind + ", content=" + content + "]";
    }
}
