package dev.toolpolicy.runtime.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.schema.ArgumentError;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * One call of a tool while its arguments stream. {@link #append} takes the text. A {@link #decision}, {@link #denial}
 * or {@link #error} is available as soon as it is certain. {@link #conclude} returns the outcome, after an approver has
 * answered if needed. {@link #finish} returns it without waiting. Approval requests open while the call streams.
 *
 * <p>A call is <em>unnamed</em> until its first text or its end, since a name may arrive in pieces. Text that arrives
 * before any name is kept. Then the call <em>reads</em>: its text is parsed, checked and decided as it arrives. It has
 * <em>ended</em> when its text is known to be complete or truncated. It is <em>concluded</em> when its outcome was
 * requested; the outcome is final.
 *
 * <p>One thread drives the call until it has ended. Outcome, {@link #cancel} and {@link #record} may be used from any
 * thread.
 */
public interface ToolCallStream {
    /** The prospect of a call, as far as it is known. */
    enum Status {
        /** It isn't known yet. */
        OPEN,
        /** It will run without approval, unless the rest of its text is invalid. */
        WILL_RUN,
        /** It needs approval. */
        WILL_ASK,
        /** It is denied or declined. Another call that succeeds first can lift a policy's denial. */
        DENIED,
        /** Its text is invalid, or its tool is unknown. It will not run. */
        INVALID
    }

    /**
     * Appends argument text. Text after the first error, and text of a cancelled call, is dropped. Decode bytes first,
     * by one {@link java.nio.charset.CharsetDecoder} for all chunks of a call: one can end within a character.
     *
     * @param piece any piece of the text, possibly empty
     * @throws IllegalStateException if the call is concluded for another reason than a cancellation
     */
    ToolCallStream append(CharSequence piece);

    /** Returns the provider's id; empty if it isn't known. */
    String id();

    /** Returns this call's number, unique in the process. Unlike a provider's id it never repeats. */
    long serial();

    /** Returns the tool's name. */
    String tool();

    /** Returns the length of the text so far, in UTF-16 code units. */
    long length();

    /**
     * Returns what will become of the call, as far as it is known. It takes everything together: {@link #decision},
     * {@link #denial}, {@link #error} and the outcome.
     *
     * @return the status now
     */
    Status status();

    /**
     * Sets a listener for the {@linkplain #status status}. It hears the current status at once, and then each change
     * once, in order, on the thread that makes the change. Its exceptions are logged and change nothing.
     *
     * @param listener the listener; replaces an earlier one
     * @return this call
     */
    ToolCallStream onStatus(Consumer<? super Status> listener);

    /**
     * Returns how the call may run by its rules, as soon as that is certain. The early decision equals that on the
     * complete arguments. A call that turns out to be invalid, or that a session policy denies, doesn't run, even if
     * this decision allows it. The decision is final once present.
     */
    Optional<RuleDecision> decision();

    /**
     * Returns how many characters had been read when the {@link #decision} was certain. The number doesn't depend on
     * how the text was cut.
     *
     * @return the number of UTF-16 code units; empty while there is no decision
     */
    OptionalLong decidedAt();

    /**
     * Returns what is known of each rule so far, and what settled it.
     *
     * @return the explanation; empty if the engine doesn't record explanations, or while the tool isn't known
     */
    Optional<Explanation> explanation();

    /** Returns whether the arguments are complete and valid so far. Later text can still make the call invalid. */
    boolean isWhole();

    /**
     * Returns the complete arguments, with defaults.
     *
     * @return a copy; empty while they are not {@linkplain #isWhole() complete and valid}
     */
    Optional<ObjectNode> arguments();

    /**
     * Returns the call's complete arguments without the tool's defaults: as a client that has other defaults, or none,
     * will run it.
     *
     * @return a copy; empty while they are not {@linkplain #isWhole() complete and valid}
     */
    Optional<ObjectNode> givenArguments();

    /**
     * Returns the denial of a session policy, as soon as the policy has the arguments that it needs. Another call that
     * succeeds before this one is concluded can still lift the denial.
     */
    Optional<PolicyDenial> denial();

    /**
     * Returns how many characters had been read at the {@link #denial}.
     *
     * @return the number of UTF-16 code units; empty while there is no denial
     */
    OptionalLong deniedAt();

    /** Returns why the call is invalid. */
    Optional<ArgumentError> error();

    /**
     * Concludes the call without waiting for an answer. It ends the text if it hasn't ended, checks the session's
     * policies, and decides again on the complete arguments. Call it just before the call would run, after the results
     * of earlier calls of the response have been recorded. Repeated calls return the same outcome. An open approval
     * request is withdrawn; {@link #conclude} waits for its answer.
     *
     * <p>A call of {@code session.call} that has no text gets the arguments {@code {}}, so use it for complete calls
     * only. A call of a {@link ResponseStream} that has no text is truncated, unless its response is complete.
     */
    ToolCallOutcome finish();

    /**
     * Concludes the call as {@link #finish()} does, with an approval. Rules that ask and policies that require an
     * approval let the call run. No approver is asked, and an open request is withdrawn. The approval can be used
     * only once.
     *
     * @param approval the approval's id
     * @return the outcome of the call; denied if the approval isn't granted or belongs to another call
     */
    ToolCallOutcome finish(String approval);

    /**
     * Concludes the call as {@link #finish()} does, after open approval requests have been answered. Call it after the
     * results of earlier calls of the response have been recorded. Without an approval handler, calls that need
     * approval are {@link ToolCallOutcome.Kind#NEEDS_APPROVAL}.
     *
     * @return a stage with the outcome; it completes on the thread of the last answer, of the engine's permission
     *     settings, or, if those have none available, on one of the engine
     */
    CompletionStage<ToolCallOutcome> conclude();

    /**
     * Makes an early denial final: that of a rule that denies the call, or of a policy. Later events don't lift it,
     * and no approval is requested. Does nothing if there is none.
     */
    void denyNow();

    /**
     * Returns the denial that is known before the call is concluded.
     *
     * @return the denial, if a rule denies the call or a policy denies it even with an approval; another call that
     *     succeeds can still lift the policy's denial
     */
    Optional<ToolCallOutcome> earlyDenial();

    /**
     * Returns a stage that completes with true when the call is declined early.
     *
     * @return a stage that completes with false when the call is approved and its arguments are complete, or when its
     *     request is withdrawn; it never completes for a call without a known tool or an engine without an approval
     *     handler
     */
    CompletionStage<Boolean> declined();

    /**
     * Returns the finished call, if it needs an approval that it doesn't have.
     *
     * @return the call with all its arguments; empty if it isn't finished, may run, is invalid, or is denied by a rule
     */
    Optional<ToolCall> waiting();

    /**
     * Cancels the call: it doesn't run, and its open approval request is withdrawn. Does nothing if the call is
     * concluded.
     *
     * @param reason the reason, which the model is told; empty for none
     */
    void cancel(String reason);

    /**
     * Returns a record of all events of the call so far.
     *
     * @return the record, with the parameters that are complete
     */
    CallRecord record();
}
