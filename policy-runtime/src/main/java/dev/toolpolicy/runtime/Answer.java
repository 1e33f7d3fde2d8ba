package dev.toolpolicy.runtime;

import dev.toolpolicy.runtime.approval.ApprovalReason;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An answer to an {@linkplain ApprovalRequest approval request}; the request creates it. A closed family of immutable
 * values.
 */
public sealed interface Answer {

    /**
     * Returns the number of the request that this answers.
     *
     * @return the request's number
     */
    long request();

    /**
     * Returns the kind of answer, for a {@code switch}.
     *
     * @return the kind, without details
     */
    Kind kind();

    /** The kinds of answers. */
    enum Kind {
        /** An {@link Approve}. */
        APPROVE,
        /** A {@link Decline}. */
        DECLINE,
        /** A {@link DeclineAll}. */
        DECLINE_ALL,
        /** An {@link Edit}. */
        EDIT,
        /** A {@link WaitForAll}. */
        WAIT_FOR_ALL
    }

    /**
     * Returns the answer as one word, for records.
     *
     * @return the kind in lower case, such as {@code decline-all}
     */
    default String word() {
        return kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns the reason that was given with the answer.
     *
     * @return the reason, empty if none was given
     */
    default String reason() {
        return "";
    }

    /**
     * Calls the visitor's method for this kind of answer.
     *
     * @return the method's result
     */
    <R extends @Nullable Object> R accept(Visitor<R> visitor);

    /**
     * A function of answers, with a case for each kind. A kind that joins the family becomes a method without a
     * default.
     *
     * @param <R> the type of the results
     */
    interface Visitor<R extends @Nullable Object> {
        /** Returns the result for an approval of what was shown. */
        R approve(Approve answer);

        /** Returns the result for a decline. */
        R decline(Decline answer);

        /** Returns the result for a decline of all requests that wait. */
        R declineAll(DeclineAll answer);

        /** Returns the result for an approval with changes. */
        R edit(Edit answer);

        /** Returns the result for the wish to be asked again. */
        R waitForAll(WaitForAll answer);
    }

    /**
     * The approval of what was shown. If an argument of an early request arrives later, the rest needs approval too.
     *
     * @param request the request's number
     * @param revision the revision that was shown
     * @param remember whether to approve later calls of the session too, as {@link #remembered} says
     */
    record Approve(long request, int revision, boolean remember) implements Answer {
        @Override
        public Kind kind() {
            return Kind.APPROVE;
        }

        /**
         * Returns this answer, applied also to later calls of the session for which the same rule asks, as long as the
         * tool's list is unchanged. For some rules it covers calls with the {@linkplain
         * ApprovalReason#coversSameArgumentsOnly same arguments} only. Where this {@linkplain ApprovalReason#canRememberApproval isn't possible}, or if
         * the call wasn't complete, the answer is for this call only.
         *
         * @return the answer
         */
        public Approve remembered() {
            return new Approve(request, revision, true);
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.approve(this);
        }
    }

    /**
     * The decline.
     *
     * @param request the request's number
     * @param reason the reason for the model; empty if none was given
     * @param remember whether to decline later calls of the session for which the same rule of the same list asks
     */
    record Decline(long request, String reason, boolean remember) implements Answer {
        @Override
        public Kind kind() {
            return Kind.DECLINE;
        }

        /**
         * Returns this answer, applied also to later calls of the session for which the same rule asks, as long as the
         * tool's list is unchanged. Where this {@linkplain ApprovalReason#canRememberDecline isn't possible}, the
         * answer is for this call only.
         *
         * @return the answer
         */
        public Decline remembered() {
            return new Decline(request, reason, true);
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.decline(this);
        }
    }

    /**
     * The decline of this request and of all requests that wait behind it.
     *
     * @param request the request's number
     * @param reason the reason for the model; empty if none was given
     */
    record DeclineAll(long request, String reason) implements Answer {
        @Override
        public Kind kind() {
            return Kind.DECLINE_ALL;
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.declineAll(this);
        }
    }

    /**
     * The approval with changed arguments, or with a changed result.
     *
     * @param request the request's number
     * @param revision the revision that was edited
     * @param text JSON text
     */
    record Edit(long request, int revision, String text) implements Answer {
        @Override
        public Kind kind() {
            return Kind.EDIT;
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.edit(this);
        }
    }

    /**
     * The wish to be asked again when all arguments have arrived.
     *
     * @param request the request's number
     */
    record WaitForAll(long request) implements Answer {
        @Override
        public Kind kind() {
            return Kind.WAIT_FOR_ALL;
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.waitForAll(this);
        }
    }

    /** The source of an answer. */
    public enum Source {
        /** The handler answered. */
        HANDLER,
        /** An earlier answer of the session was applied. */
        MEMORY,
        /** An answer to an earlier request was applied to all that waited behind it. */
        TOGETHER,
        /** The handler failed, or its answer belongs to another request. */
        FAILED,
        /** The request timed out. */
        TIMED_OUT,
        /** The session was closed. */
        CLOSED,
        /** The service cancelled the call. */
        CANCELLED;

        /**
         * Returns the source as one word, for records.
         *
         * @return the name in lower case
         */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
