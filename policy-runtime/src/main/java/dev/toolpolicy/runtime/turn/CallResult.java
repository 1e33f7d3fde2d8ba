package dev.toolpolicy.runtime.turn;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;

/**
 * What the model is told of one call. Immutable.
 *
 * @param serial the call's number, which no other call of this process has
 * @param callId the provider's id of the call, possibly empty
 * @param tool the tool's name
 * @param success whether the call ran and succeeded; providers that mark errors mark all others
 * @param kind what it is
 * @param content what the handler returned, or in words what happened instead
 */
public record CallResult(long serial, String callId, String tool, boolean success, Kind kind, JsonNode content) {

    /** What a result is. */
    public enum Kind {
        /** What the handler returned. */
        RETURNED,
        /** What somebody made of it. */
        EDITED,
        /** A notice in place of it. */
        WITHHELD,
        /** The handler failed, or took too long. */
        FAILED,
        /** Somebody declined the call, or nobody could be asked, or it was cancelled. */
        DECLINED,
        /** A rule or a session policy refused the call. */
        REFUSED,
        /** The call was invalid. */
        INVALID;

        /**
         * The kind in one word, for records.
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
     * @param kind what it is
     * @param content what the handler returned, or in words what happened instead
     */
    public CallResult {
        content = content.deepCopy();
    }

    /**
     * What the model is told.
     *
     * @return a copy
     */
    @Override
    public JsonNode content() {
        return content.deepCopy();
    }

    /**
     * What the model is told, for providers that take text.
     *
     * @return a text as it is, anything else as JSON
     */
    public String text() {
        return content.isTextual() ? content.textValue() : content.toString();
    }
}
