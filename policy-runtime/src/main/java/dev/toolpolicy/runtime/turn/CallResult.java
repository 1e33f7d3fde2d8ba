package dev.toolpolicy.runtime.turn;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;

/**
 * The result of one call, for the model. Immutable.
 *
 * @param serial the call's number, unique in the process
 * @param callId the provider's id of the call, possibly empty
 * @param tool the tool's name
 * @param success whether the call ran and succeeded; if not, adapters mark the result as an error where the provider
 *     supports that
 * @param kind the kind of result
 * @param content the handler's return value, or a message that says what happened instead
 */
public record CallResult(long serial, String callId, String tool, boolean success, Kind kind, JsonNode content) {

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
     * Copies the content.
     *
     * @param serial the call's number
     * @param callId the provider's id of the call, possibly empty
     * @param tool the tool's name
     * @param success whether the call ran and succeeded
     * @param kind the kind of result
     * @param content the handler's return value, or a message that says what happened instead
     */
    public CallResult {
        content = content.deepCopy();
    }

    /**
     * Returns the content for the model.
     *
     * @return a copy
     */
    @Override
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
}
