package dev.toolpolicy.runtime;

import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.approval.ApprovalReason;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An answer to an {@linkplain ApprovalRequest approval request}; the request creates it. Immutable. */
public final class Answer {
    /** The kinds of answers. */
    public enum Kind {
        /** Approves the arguments that were shown. If an argument of an early request arrives later, the rest needs approval too. */
        APPROVE,
        /** The request is declined. */
        DECLINE,
        /** This request and all requests that wait behind it are declined. */
        DECLINE_ALL,
        /** Changed arguments, or a changed result, are approved. */
        EDIT,
        /** The approver wants to be asked when all arguments are known. */
        WAIT_FOR_ALL
    }

    private record Parts(Kind kind, long request, int revision, String words, boolean remember) {}

    private final Parts parts;

    private Answer(Kind kind, long request, int revision, String words, boolean remember) {
        parts = new Parts(kind, request, revision, words, remember);
    }

    /**
     * Creates the approval of what was shown.
     *
     * @param request the request's number
     * @param revision the revision that was shown
     * @return the answer
     */
    public static Answer approve(long request, int revision) {
        return new Answer(Kind.APPROVE, request, revision, "", false);
    }

    /**
     * Creates a decline.
     *
     * @param request the request's number
     * @param reason the reason for the model; empty if none was given
     * @return the answer
     */
    public static Answer decline(long request, String reason) {
        return new Answer(Kind.DECLINE, request, 0, reason, false);
    }

    /**
     * Creates the decline of a request and of all requests that wait behind it.
     *
     * @param request the request's number
     * @param reason the reason for the model; empty if none was given
     * @return the answer
     */
    public static Answer declineAll(long request, String reason) {
        return new Answer(Kind.DECLINE_ALL, request, 0, reason, false);
    }

    /**
     * Creates the approval with changed arguments, or with a changed result.
     *
     * @param request the request's number
     * @param revision the revision that was edited
     * @param text JSON text
     * @return the answer
     */
    public static Answer edit(long request, int revision, String text) {
        return new Answer(Kind.EDIT, request, revision, text, false);
    }

    /**
     * Creates the wish to be asked again when all arguments are known.
     *
     * @param request the request's number
     * @return the answer
     */
    public static Answer waitForAll(long request) {
        return new Answer(Kind.WAIT_FOR_ALL, request, 0, "", false);
    }

    /**
     * Returns this approval or decline, applied also to later calls of the session for which the same rule asks, as long
     * as the tool's list is unchanged. For some rules an approval covers calls with the {@linkplain
     * ApprovalReason#coversSameArgumentsOnly same arguments} only. Where it isn't possible to remember an {@linkplain
     * ApprovalReason#canRememberApproval approval} or a {@linkplain ApprovalReason#canRememberDecline decline}, or if the
     * call wasn't complete, the answer is for this call only. Other kinds are never remembered.
     *
     * @return the answer
     */
    public Answer remembered() {
        boolean can = kind() == Kind.APPROVE || kind() == Kind.DECLINE;
        return new Answer(kind(), request(), revision(), parts.words(), can);
    }

    /** Returns the kind of answer. */
    public Kind kind() {
        return parts.kind();
    }

    /** Returns the number of the request that this answers. */
    public long request() {
        return parts.request();
    }

    /** Returns the revision that was shown or edited; 0 for the other kinds. */
    public int revision() {
        return parts.revision();
    }

    /** Returns the edited arguments or result as JSON text; empty for the other kinds. */
    public String text() {
        return kind() == Kind.EDIT ? parts.words() : "";
    }

    /** Returns the reason that was given with a decline; empty if none was given. */
    public String reason() {
        return kind() == Kind.EDIT ? "" : parts.words();
    }

    /** Returns whether the answer is for later calls of the session, too. */
    public boolean isRemembered() {
        return parts.remember();
    }

    /**
     * Returns the answer as one word, for records.
     *
     * @return the kind in lower case, such as {@code decline-all}
     */
    public String word() {
        return kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Answer that && parts.equals(that.parts);
    }

    @Override
    public int hashCode() {
        return parts.hashCode();
    }

    @Override
    public String toString() {
        return VisibleText.line("Answer[" + word() + ", request=" + request() + ", revision=" + revision()
                + (parts.words().isEmpty() ? "" : ", " + parts.words()) + (isRemembered() ? ", remembered" : "") + "]");
    }
}
