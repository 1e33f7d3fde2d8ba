package dev.toolpolicy.runtime.call;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.runtime.decision.Explanation;
import dev.toolpolicy.runtime.decision.PolicyDenial;
import dev.toolpolicy.runtime.decision.RuleDecision;
import dev.toolpolicy.runtime.internal.call.CallSetting;
import dev.toolpolicy.runtime.internal.call.Constructors;
import dev.toolpolicy.runtime.internal.call.PreparedTool;
import dev.toolpolicy.runtime.internal.json.EmptyArguments;
import dev.toolpolicy.runtime.permission.Answer;
import dev.toolpolicy.runtime.permission.ApprovalSubject;
import dev.toolpolicy.schema.ArgumentError;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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
public final class ToolCallStream {
    /** The prospect of a call, as far as it is known. */
    public enum Status {
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

    private enum Text {
        /** Text may arrive. */
        OPEN,
        /** The call has ended; a call without text waits for how its response ends. */
        ENDED,
        /** The call's response has ended, so that its arguments are known. */
        SETTLED
    }

    static {
        Constructors.register(
                ToolCallStream.class,
                parts -> parts.length == 2
                        ? new ToolCallStream((CallSetting) parts[0], (String) parts[1])
                        : named((CallSetting) parts[0], (String) parts[1], (String) parts[2]));
    }

    private static final AtomicLong SERIALS = new AtomicLong();

    private CallSetting setting;
    private final long serial = SERIALS.incrementAndGet();
    private final CompletableFuture<Boolean> declined = new CompletableFuture<>();
    private final CallLog log;
    private final CallEnd end;
    private final Conclusion conclusion;
    private final CallName name;
    /** Whether it is a call of no response, so that its own end is all there is to know. */
    private boolean alone;

    private String id;
    private @Nullable NamedCall known;
    private @Nullable ArgumentError wrong;
    private @Nullable CompletableFuture<ToolCallOutcome> concluding;
    private long length;
    private Text text = Text.OPEN;
    private final StatusReport report = new StatusReport(this::status);

    /** Creates a call of a response, whose name arrives later. */
    ToolCallStream(CallSetting setting, String id) {
        this.setting = setting;
        this.id = id;
        this.name = new CallName(setting.limits());
        this.log = new CallLog(setting.clock());
        this.end = new CallEnd(setting.reports(), log, this::record);
        this.conclusion = new Conclusion(setting, this, log, end);
    }

    /** Creates a call that belongs to no response and whose name is known. */
    private static ToolCallStream named(CallSetting setting, String id, String name) {
        ToolCallStream call = new ToolCallStream(setting, id);
        call.alone = true;
        call.name(name);
        call.settleName();
        return call;
    }

    /** Sets the provider's id, which may arrive late or repeatedly. */
    void identify(String knownId) {
        if (id.isEmpty()) {
            id = knownId;
        }
    }

    /** Adds a piece of the name, which providers may also repeat. */
    void name(String piece) {
        name.add(piece).ifPresent(problem -> invalidate(DiagnosticCode.UNKNOWN_TOOL, problem));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // completes another future, which doesn't fail
    private void settleName() {
        if (!name.settle()) {
            return;
        }
        PreparedTool tool = setting.tools().get(name.toString());
        if (tool == null) {
            invalidate(
                    DiagnosticCode.UNKNOWN_TOOL, "no tool is named " + name.quoted() + setting.meant(name.toString()));
        } else {
            ApprovalSubject subject = new ApprovalSubject(
                    setting.session(),
                    serial,
                    id,
                    tool.definition(),
                    tool.source().paths());
            known = new NamedCall(setting, tool, subject, log);
            known.permit()
                    .ifPresent(
                            permit -> permit.thenAccept(given -> declined.complete(given instanceof Permit.Declined)));
            known.append(name.kept());
        }
    }

    private void invalidate(DiagnosticCode code, String detail) {
        if (error().isEmpty()) {
            wrong = new ArgumentError(code, length, "", detail);
        }
    }

    /**
     * Appends argument text. Text after the first error, and text of a cancelled call, is dropped. Decode bytes first,
     * by one {@link java.nio.charset.CharsetDecoder} for all chunks of a call: one can end within a character.
     *
     * @param piece any piece of the text, possibly empty
     * @throws IllegalStateException if the call is concluded for another reason than a cancellation
     */
    public ToolCallStream append(CharSequence piece) {
        if (piece.length() == 0 || conclusion.isCancelled()) {
            return this;
        } else if (conclusion.isKnown() || concluding != null) {
            throw new IllegalStateException("call " + this + " is concluded");
        }
        length += piece.length();
        if (text != Text.OPEN) {
            if (!EmptyArguments.isBlank(piece)) {
                invalidate(DiagnosticCode.MALFORMED_JSON, "text after the end of the call");
            }
        } else if (name.isEmpty()) {
            name.keep(piece);
        } else {
            settleName();
            if (known != null) {
                known.append(piece);
            }
        }
        report.tell();
        return this;
    }

    /** Ends the call itself. A call without arguments stays open until it is known how the response ended. */
    void end() {
        endText();
        if (known == null || !known.arguments().isAbsent()) {
            end(ResponseEnd.CUT);
        }
    }

    /**
     * Ends the call, with the whole text as a host has it. Earlier text takes precedence. If none arrived, an object
     * without members counts as no text, since hosts write it in its place.
     */
    void end(CharSequence whole) {
        if (text == Text.OPEN
                && (known == null || known.arguments().isBlank())
                && !EmptyArguments.isEmptyObject(whole)) {
            append(whole);
        }
        end();
    }

    /** Ends the response for this call. A call without text has no arguments only if the response is complete. */
    void end(ResponseEnd response) {
        endText();
        if (text != Text.SETTLED) {
            text = Text.SETTLED;
            if (known != null) {
                known.end(response);
            }
        }
        report.tell();
    }

    private void endText() {
        if (text == Text.OPEN) {
            settleName();
            text = Text.ENDED;
            log.note(length, CallStep.ended());
        }
    }

    /** Ends a call that is concluded before its response has ended: the response's end is then unknown. */
    private void endAtOnce() {
        end(alone ? ResponseEnd.COMPLETE : ResponseEnd.CUT);
    }

    /**
     * Returns whether the call has ended. If it is concluded before its response has ended, the response's end is
     * unknown.
     */
    boolean isEnded() {
        return text != Text.OPEN;
    }

    /** Returns the provider's id; empty if it isn't known. */
    public String id() {
        return id;
    }

    /** Returns this call's number, unique in the process. Unlike a provider's id it never repeats. */
    public long serial() {
        return serial;
    }

    /** Returns the tool's name. */
    public String tool() {
        return name.toString();
    }

    /** Returns the length of the text so far, in UTF-16 code units. */
    public long length() {
        return length;
    }

    /**
     * Returns what will become of the call, as far as it is known. It takes everything together: {@link #decision},
     * {@link #denial}, {@link #error} and the outcome.
     *
     * @return the status now
     */
    public Status status() {
        return conclusion.status().orElseGet(this::statusOfText);
    }

    private Status statusOfText() {
        if (error().isPresent()) {
            return Status.INVALID;
        }
        return known == null ? Status.OPEN : known.status();
    }

    /**
     * Sets a listener for the {@linkplain #status status}. It hears the current status at once, and then each change
     * once, in order, on the thread that makes the change. Its exceptions are logged and change nothing.
     *
     * @param listener the listener; replaces an earlier one
     * @return this call
     */
    public ToolCallStream onStatus(Consumer<? super Status> listener) {
        report.to(listener);
        return this;
    }

    /**
     * Returns how the call may run by its rules, as soon as that is certain. The early decision equals that on the
     * complete arguments. A call that turns out to be invalid, or that a session policy denies, doesn't run, even if
     * this decision allows it. The decision is final once present.
     */
    public Optional<RuleDecision> decision() {
        return known == null ? Optional.empty() : known.arguments().decision();
    }

    /**
     * Returns how many characters had been read when the {@link #decision} was certain. The number doesn't depend on
     * how the text was cut.
     *
     * @return the number of UTF-16 code units; empty while there is no decision
     */
    public OptionalLong decidedAt() {
        return decision().isEmpty() || known == null
                ? OptionalLong.empty()
                : OptionalLong.of(known.arguments().decidedAt());
    }

    /**
     * Returns what is known of each rule so far, and what settled it.
     *
     * @return the explanation; empty if the engine doesn't record explanations, or while the tool isn't known
     */
    public Optional<Explanation> explanation() {
        return known == null ? Optional.empty() : known.arguments().explanation();
    }

    /** Returns whether the arguments are complete and valid so far. Later text can still make the call invalid. */
    public boolean isWhole() {
        return known != null && error().isEmpty() && known.arguments().isWhole();
    }

    /**
     * Returns the complete arguments, with defaults.
     *
     * @return a copy; empty while they are not {@linkplain #isWhole() complete and valid}
     */
    public Optional<ObjectNode> arguments() {
        return known == null || !isWhole()
                ? Optional.empty()
                : Optional.of(known.arguments().whole().deepCopy());
    }

    /**
     * Returns the call's complete arguments without the tool's defaults: as a client that has other defaults, or none,
     * will run it.
     *
     * @return a copy; empty while they are not {@linkplain #isWhole() complete and valid}
     */
    public Optional<ObjectNode> givenArguments() {
        return known == null || !isWhole()
                ? Optional.empty()
                : Optional.of(known.arguments().given());
    }

    /**
     * Returns the denial of a session policy, as soon as the policy has the arguments that it needs. Another call that
     * succeeds before this one is concluded can still lift the denial.
     */
    public Optional<PolicyDenial> denial() {
        return known == null ? Optional.empty() : known.early().denial();
    }

    /**
     * Returns how many characters had been read at the {@link #denial}.
     *
     * @return the number of UTF-16 code units; empty while there is no denial
     */
    public OptionalLong deniedAt() {
        return denial().isEmpty() || known == null
                ? OptionalLong.empty()
                : OptionalLong.of(known.early().deniedAt());
    }

    /** Returns why the call is invalid. */
    public Optional<ArgumentError> error() {
        if (wrong != null) {
            return Optional.of(wrong);
        }
        return known == null ? Optional.empty() : known.arguments().error();
    }

    /**
     * Concludes the call without waiting for an answer. It ends the text if it hasn't ended, checks the session's
     * policies, and decides again on the complete arguments. Call it just before the call would run, after the results
     * of earlier calls of the response have been recorded. Repeated calls return the same outcome. An open approval
     * request is withdrawn; {@link #conclude} waits for its answer.
     *
     * <p>A call of {@code session.call} that has no text gets the arguments {@code {}}, so use it for complete calls
     * only. A call of a {@link ResponseStream} that has no text is truncated, unless its response is complete.
     */
    public ToolCallOutcome finish() {
        return finish(Optional.empty());
    }

    /**
     * Concludes the call as {@link #finish()} does, with an approval. Rules that ask and policies that require an
     * approval let the call run. No approver is asked, and an open request is withdrawn. The approval can be used
     * only once.
     *
     * @param approval the approval's id
     * @return the outcome of the call; denied if the approval isn't granted or belongs to another call
     */
    public ToolCallOutcome finish(String approval) {
        setting = setting.withoutApprover();
        if (known != null) {
            known.now("a stored approval is used");
        }
        return finish(Optional.of(approval));
    }

    private ToolCallOutcome finish(Optional<String> approval) {
        endAtOnce();
        Permit permit = known == null ? Permit.NONE : known.now("the answer is no longer needed");
        return concluded(permit, approval);
    }

    private ToolCallOutcome concluded(Permit permit, Optional<String> approval) {
        ToolCallOutcome outcome = conclusion.conclude(known, permit, approval);
        report.tell();
        return outcome;
    }

    /**
     * Concludes the call as {@link #finish()} does, after open approval requests have been answered. Call it after the
     * results of earlier calls of the response have been recorded. Without an approval handler, calls that need
     * approval are {@link ToolCallOutcome.NeedsApproval}.
     *
     * @return a stage with the outcome; it completes on the thread of the last answer, of the engine's permission
     *     settings, or, if those have none available, on one of the engine
     */
    public CompletionStage<ToolCallOutcome> conclude() {
        if (concluding == null) {
            endAtOnce();
            CompletableFuture<Permit> permit =
                    known == null ? CompletableFuture.completedFuture(Permit.NONE) : known.atTurn();
            concluding = permit.thenApply(given -> concluded(given, Optional.empty()));
        }
        return concluding.minimalCompletionStage();
    }

    /**
     * Makes an early denial final: that of a rule that denies the call, or of a policy. Later events don't lift it,
     * and no approval is requested. Does nothing if there is none.
     */
    public void denyNow() {
        if (known != null && earlyDenial().isPresent()) {
            conclusion.denyNow();
            known.now("the call is denied");
        }
    }

    /**
     * Returns the denial that is known before the call is concluded.
     *
     * @return the denial, if a rule denies the call or a policy denies it even with an approval; another call that
     *     succeeds can still lift the policy's denial
     */
    public Optional<ToolCallOutcome.Denied> earlyDenial() {
        return known == null ? Optional.empty() : Conclusion.earlyDenial(known);
    }

    /**
     * Returns a stage that completes with true when the call is declined early.
     *
     * @return a stage that completes with false when the call is approved and its arguments are complete, or when its
     *     request is withdrawn; it never completes for a call without a known tool or an engine without an approval
     *     handler
     */
    public CompletionStage<Boolean> declined() {
        return declined.minimalCompletionStage();
    }

    /**
     * Returns the finished call, if it needs an approval that it doesn't have.
     *
     * @return the call with all its arguments; empty if it isn't finished, may run, is invalid, or is denied by a rule
     */
    public Optional<ToolCall> waiting() {
        return conclusion.waiting();
    }

    /**
     * Cancels the call: it doesn't run, and its open approval request is withdrawn. Does nothing if the call is
     * concluded.
     *
     * @param reason the reason, which the model is told; empty for none
     */
    public void cancel(String reason) {
        concluded(new Permit.Declined(reason, Answer.Source.CANCELLED), Optional.empty());
        if (known != null) {
            known.now("the call is cancelled");
        }
    }

    /**
     * Returns a record of all events of the call so far.
     *
     * @return the record, with the parameters that are complete
     */
    public CallRecord record() {
        ObjectNode arguments = known == null
                ? JsonNodeFactory.instance.objectNode()
                : known.arguments().known(known.arguments().knownCount());
        CallRecord record = new CallRecord(setting.session(), serial, id, name.toString())
                .withArguments(arguments, !isWhole() || error().isPresent())
                .followedBy(log.steps());
        return end.recordedIn(conclusion.recordedIn(known == null ? record : record.withKnownTool()));
    }

    @Override
    public String toString() {
        return new ToolCall(id, tool(), JsonNodeFactory.instance.objectNode()).toString();
    }
}
