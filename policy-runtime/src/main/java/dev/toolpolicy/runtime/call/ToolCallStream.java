package dev.toolpolicy.runtime.call;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.runtime.permission.PromptSubject;
import dev.toolpolicy.runtime.permission.Reply;
import dev.toolpolicy.runtime.rule.Explanation;
import dev.toolpolicy.schema.ArgumentError;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One call of a tool while its arguments stream: text goes in with {@link #append}; as early as it is certain there is
 * a {@link #decision}, a {@link #denial} or an {@link #error}; {@link #conclude} says what became of the call, and
 * {@link #finish} does without waiting for anybody. Whoever is to be asked is asked while the call streams.
 *
 * <p>A call is <em>unnamed</em> until its first text or its end, since a name may come in pieces; text that comes before
 * any name is kept. Then it <em>reads</em>: its text is parsed, checked and decided about as it arrives. It has <em>ended</em> when
 * its text is said to be whole or cut, and is <em>concluded</em> when its outcome was asked for, which is final.
 *
 * <p>One thread drives it until it has ended; its outcome, {@link #cancel} and {@link #record} are for any thread.
 */
public final class ToolCallStream {
    private static final AtomicLong SERIALS = new AtomicLong();

    private final CallSetting setting;
    private final long serial = SERIALS.incrementAndGet();
    private final CompletableFuture<Boolean> declined = new CompletableFuture<>();
    private final CallLog log;
    private final CallEnd conclusion;
    private final CallName name;
    /** Whether it is a call of no response, so that its own end is all there is to know. */
    private boolean alone;
    private String id;
    private @Nullable NamedCall known;
    private @Nullable ArgumentError wrong;
    private @Nullable CompletableFuture<ToolCallOutcome> concluding;
    private long length;
    private boolean ended;
    private boolean settled;

    /**
     * A call of a response, whose name comes later. Services get theirs from a session.
     *
     * @param setting what the calls of the session share
     * @param id the provider's id, empty if it isn't known
     */
    public ToolCallStream(CallSetting setting, String id) {
        this.setting = setting;
        this.id = id;
        this.name = new CallName(setting.limits());
        this.log = new CallLog(setting.clock());
        this.conclusion = new CallEnd(setting, this, log);
    }

    /**
     * A call of no response, whose name is known. Services get theirs from a session.
     *
     * @param setting what the calls of the session share
     * @param id the provider's id, possibly empty
     * @param name the tool's name
     * @return the call
     */
    public static ToolCallStream named(CallSetting setting, String id, String name) {
        ToolCallStream call = new ToolCallStream(setting, id);
        call.alone = true;
        call.name(name);
        call.settleName();
        return call;
    }

    /** The provider tells the id later, or again. */
    void identify(String knownId) {
        if (id.isEmpty()) {
            id = knownId;
        }
    }

    /** The provider tells the name, a piece of it, or all of it again. */
    void name(String piece) {
        name.add(piece).ifPresent(problem -> invalidate(DiagnosticCode.UNKNOWN_TOOL, problem));
    }

    private void settleName() {
        if (!name.settle()) {
            return;
        }
        PreparedTool tool = setting.tools().get(name.toString());
        if (tool == null) {
            invalidate(DiagnosticCode.UNKNOWN_TOOL, "no tool is named " + name.quoted());
        } else {
            PromptSubject subject = new PromptSubject(setting.session(), serial, id, name.toString());
            known = new NamedCall(setting, tool, subject, log);
            known.permit().ifPresent(permit -> permit.thenAccept(
                    given -> declined.complete(given instanceof Permit.Declined)));
            known.append(name.kept());
        }
    }

    private void invalidate(DiagnosticCode code, String detail) {
        if (error().isEmpty()) {
            wrong = new ArgumentError(code, length, "", detail);
        }
    }

    /**
     * More argument text. What comes after the first error is dropped, and what comes of a call that was cancelled.
     *
     * @param text any piece of the text, possibly empty
     * @return this call
     * @throws IllegalStateException if the call is concluded otherwise
     */
    public ToolCallStream append(CharSequence text) {
        if (text.length() == 0 || conclusion.isCancelled()) {
            return this;
        } else if (conclusion.isKnown() || concluding != null) {
            throw new IllegalStateException("call " + this + " is concluded");
        }
        length += text.length();
        if (ended) {
            if (!AbsentText.isBlank(text)) {
                invalidate(DiagnosticCode.MALFORMED_JSON, "text came after the call's end");
            }
        } else if (name.isEmpty()) {
            name.keep(text);
        } else {
            settleName();
            if (known != null) {
                known.append(text);
            }
        }
        return this;
    }

    /** The call's own end. Without arguments it stays open until it is known how the response ended. */
    void end() {
        endText();
        if (known == null || !known.arguments().isAbsent()) {
            end(ResponseEnd.CUT);
        }
    }

    /**
     * The call's own end, with the whole text as a host has it. Text that came before stands. Where none came, an object
     * without members is none either: hosts write it for a text that never came.
     */
    void end(CharSequence whole) {
        if (!ended && (known == null || known.arguments().isBlank()) && !AbsentText.isEmptyObject(whole)) {
            append(whole);
        }
        end();
    }

    /** The end of the response, as far as this call goes: only in one that ended well no text means no arguments. */
    void end(ResponseEnd response) {
        endText();
        if (!settled) {
            settled = true;
            if (known != null) {
                known.end(response);
            }
        }
    }

    private void endText() {
        if (!ended) {
            settleName();
            ended = true;
            log.note(length, CallStep.Ended::new);
        }
    }

    /** A call that is concluded before its response has ended can't know how that will end. */
    private void endAtOnce() {
        end(alone ? ResponseEnd.COMPLETE : ResponseEnd.CUT);
    }

    boolean isEnded() {
        return ended;
    }

    /**
     * The provider's id.
     *
     * @return the id, empty if it isn't known
     */
    public String id() {
        return id;
    }

    /**
     * The call's number.
     *
     * @return a number that no other call of this process has, unlike ids of providers
     */
    public long serial() {
        return serial;
    }

    /**
     * The tool's name.
     *
     * @return the name as far as it is known
     */
    public String tool() {
        return name.toString();
    }

    /**
     * How much text has come.
     *
     * @return the characters so far, in UTF-16 code units
     */
    public long length() {
        return length;
    }

    /**
     * How the call may run by its rules. Known as early as it is certain, and equal to what the complete arguments
     * give. A call that turns out to be invalid, or that a session policy denies, doesn't run whatever this says.
     *
     * @return the decision, final once there
     */
    public Optional<RunDecision> decision() {
        return known == null ? Optional.empty() : known.arguments().decision();
    }

    /**
     * What is known of each rule by now, and what settled it.
     *
     * @return the explanation; empty if the engine doesn't explain, or while the tool isn't known
     */
    public Optional<Explanation> explanation() {
        return known == null ? Optional.empty() : known.arguments().explanation();
    }

    /**
     * Whether the arguments are whole and valid by now.
     *
     * @return true if nothing is missing; text that follows can still make the call invalid
     */
    public boolean isWhole() {
        return known != null && error().isEmpty() && known.arguments().isWhole();
    }

    /**
     * That a session policy would deny the call, known as soon as the policy has the arguments it needs. Another call
     * that succeeds before this one is concluded can still lift it.
     *
     * @return the denial as it was last seen
     */
    public Optional<CallDenial> denial() {
        return known == null ? Optional.empty() : known.early().denial();
    }

    /**
     * Why the call is invalid.
     *
     * @return the first error in its text, final once there
     */
    public Optional<ArgumentError> error() {
        if (wrong != null) {
            return Optional.of(wrong);
        }
        return known == null ? Optional.empty() : known.arguments().error();
    }

    /**
     * Concludes the call without waiting for anybody: ends its text if it hasn't ended, asks the session's policies and
     * decides again on the complete arguments. To be asked just before the call would run, after earlier calls of the
     * response have told their results. Asking again gives the same answer. A prompt that is still open is withdrawn;
     * {@link #conclude} waits for its answer.
     *
     * <p>A call of {@code session.call} without text then has the arguments {@code {}}: use it for whole calls only. A
     * call of a {@link ResponseStream} without text is truncated, unless its response has ended well.
     *
     * @return what became of the call
     */
    public ToolCallOutcome finish() {
        return finish(Optional.empty());
    }

    /**
     * Concludes the call as {@link #finish()} does, when somebody has approved it: rules that ask let it run, and so do
     * policies that require an approval; the approval is spent by that.
     *
     * @param granted the approval's id
     * @return what became of the call; refused if the approval isn't granted, or isn't for this call
     */
    public ToolCallOutcome finish(String granted) {
        return finish(Optional.of(granted));
    }

    private ToolCallOutcome finish(Optional<String> approval) {
        endAtOnce();
        Permit permit = known == null ? Permit.NONE : known.now("nobody waits for the answer");
        return conclusion.conclude(known, permit, approval);
    }

    /**
     * Concludes the call when whoever is asked has answered, as {@link #finish()} does otherwise. To be asked when it is
     * the call's turn: after earlier calls of the response have told their results. If the engine has nobody to ask, calls
     * that need it are {@link ToolCallOutcome.Unanswered}.
     *
     * @return what became of the call; it is told on the thread of whoever answered last, of the engine's permission
     *     settings, or where those have none, on one of the engine's own
     */
    public CompletionStage<ToolCallOutcome> conclude() {
        if (concluding == null) {
            endAtOnce();
            CompletableFuture<Permit> permit = known == null
                    ? CompletableFuture.completedFuture(Permit.NONE)
                    : known.atTurn();
            concluding = permit.thenApply(given -> conclusion.conclude(known, given, Optional.empty()));
        }
        return concluding.minimalCompletionStage();
    }

    /**
     * Makes a refusal final that is known before the call's turn has come: that of a rule that skips the call, or of a
     * policy. Whatever follows, the call is refused, and nobody is asked about it. Nothing happens if there is none.
     */
    public void refuse() {
        if (known != null && refusal().isPresent()) {
            conclusion.refuse();
            known.now("the call is refused");
        }
    }

    /**
     * The refusal that is known before the call is concluded.
     *
     * @return that a rule skips the call, or a policy denies it whoever approves it; another call that succeeds can still
     *     lift the policy's
     */
    public Optional<ToolCallOutcome.Refused> refusal() {
        return known == null ? Optional.empty() : Conclusion.refusal(known);
    }

    /**
     * What somebody said before the call is concluded.
     *
     * @return completed when somebody declines the call, or lets it run and its arguments are complete, or when nobody is
     *     asked any more: then with true if it was declined. Never completed for a call without a known tool, or without
     *     anybody to ask
     */
    public CompletionStage<Boolean> declined() {
        return declined.minimalCompletionStage();
    }

    /**
     * The call as somebody can be asked about it, once it is finished and rules or session policies don't let it run as it
     * is.
     *
     * @return the call with all its arguments; empty if it isn't finished, may run, is invalid, or a rule skips it
     */
    public Optional<ToolCall> waiting() {
        return conclusion.waiting();
    }

    /**
     * Gives the call up: it doesn't run, and nobody is asked about it. Nothing happens if it is concluded.
     *
     * @param why the reason, which the model is told; empty for none
     */
    public void cancel(String why) {
        conclusion.conclude(known, new Permit.Declined(why, Reply.Source.CANCELLED), Optional.empty());
        if (known != null) {
            known.now("the call is cancelled");
        }
    }

    /**
     * All that has happened to the call by now.
     *
     * @return the record, with the parameters that are complete
     */
    public CallRecord record() {
        ObjectNode arguments = known == null
                ? JsonNodeFactory.instance.objectNode()
                : known.arguments().known(known.arguments().knownCount());
        return new CallRecord(
                setting.session(), serial, id, name.toString(), arguments, !isWhole() || error().isPresent(), log.steps());
    }

    @Override
    public String toString() {
        return new ToolCall(id, tool(), JsonNodeFactory.instance.objectNode()).toString();
    }
}
