package dev.toolpolicy.runtime.internal.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.runtime.call.Explanation;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.internal.approve.AnswerSource;
import dev.toolpolicy.runtime.internal.approve.ApprovalSubject;
import dev.toolpolicy.runtime.internal.decide.Facts;
import dev.toolpolicy.runtime.internal.read.EmptyArguments;
import dev.toolpolicy.schema.ArgumentError;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The call of a tool while its arguments stream: it holds the states that the interface names. */
public final class StreamedCall implements ToolCallStream {
    private enum Text {
        /** Text may arrive. */
        OPEN,
        /** The call has ended; a call without text waits for how its response ends. */
        ENDED,
        /** The call's response has ended, so that its arguments are known. */
        SETTLED
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
    StreamedCall(CallSetting setting, String id) {
        this.setting = setting;
        this.id = id;
        this.name = new CallName(setting.limits());
        this.log = new CallLog(setting.clock());
        log.note(0, CallStep.started());
        this.end = new CallEnd(setting.reports(), log, this::record);
        this.conclusion = new Conclusion(setting, log, end);
    }

    /** Creates a call that belongs to no response and whose name is known. The provider's id may be empty. */
    public static StreamedCall named(CallSetting setting, String id, String name) {
        StreamedCall call = new StreamedCall(setting, id);
        call.alone = true;
        call.name(name);
        call.settleName();
        return call;
    }

    /** Records that a person edited the arguments of this stored call, which has its text. */
    StreamedCall editedFrom(ObjectNode requested) {
        if (known != null) {
            known.editedFrom(requested);
        }
        return this;
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

    @Override
    public StreamedCall append(CharSequence piece) {
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

    /** Returns whether the call has ended. */
    boolean isEnded() {
        return text != Text.OPEN;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public long serial() {
        return serial;
    }

    @Override
    public String tool() {
        return name.toString();
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public Status status() {
        Status ofText = error().isPresent() ? Status.INVALID : known == null ? Status.OPEN : known.status();
        return conclusion.status().orElse(ofText);
    }

    @Override
    public ToolCallStream onStatus(Consumer<? super Status> listener) {
        report.to(listener);
        return this;
    }

    @Override
    public Optional<RuleDecision> decision() {
        return known == null ? Optional.empty() : known.arguments().decision();
    }

    @Override
    public OptionalLong decidedAt() {
        return decision().isEmpty() || known == null
                ? OptionalLong.empty()
                : OptionalLong.of(known.arguments().decidedAt());
    }

    @Override
    public Optional<Explanation> explanation() {
        return known == null ? Optional.empty() : known.arguments().explanation();
    }

    @Override
    public boolean isWhole() {
        return known != null && error().isEmpty() && known.arguments().isWhole();
    }

    @Override
    public Optional<ObjectNode> arguments() {
        return known == null || !isWhole()
                ? Optional.empty()
                : Optional.of(known.arguments().whole().deepCopy());
    }

    @Override
    public Optional<ObjectNode> givenArguments() {
        return known == null || !isWhole()
                ? Optional.empty()
                : Optional.of(known.arguments().given());
    }

    @Override
    public Optional<PolicyDenial> denial() {
        return known == null ? Optional.empty() : known.early().denial();
    }

    @Override
    public OptionalLong deniedAt() {
        return denial().isEmpty() || known == null
                ? OptionalLong.empty()
                : OptionalLong.of(known.early().deniedAt());
    }

    @Override
    public Optional<ArgumentError> error() {
        return wrong != null
                ? Optional.of(wrong)
                : known == null ? Optional.empty() : known.arguments().error();
    }

    @Override
    public ToolCallOutcome finish() {
        return finish(Optional.empty());
    }

    @Override
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
        ReadCall read = new ReadCall(id, tool(), length, error(), known);
        ToolCallOutcome outcome = conclusion.conclude(read, permit, approval);
        report.tell();
        return outcome;
    }

    @Override
    public CompletionStage<ToolCallOutcome> conclude() {
        if (concluding == null) {
            endAtOnce();
            CompletableFuture<Permit> permit =
                    known == null ? CompletableFuture.completedFuture(Permit.NONE) : known.atTurn();
            concluding = permit.thenApply(given -> concluded(given, Optional.empty()));
        }
        return concluding.minimalCompletionStage();
    }

    @Override
    public void denyNow() {
        if (known != null && earlyDenial().isPresent()) {
            conclusion.denyNow();
            known.now("the call is denied");
        }
    }

    @Override
    public Optional<ToolCallOutcome> earlyDenial() {
        return known == null ? Optional.empty() : Conclusion.earlyDenial(known);
    }

    @Override
    public CompletionStage<Boolean> declined() {
        return declined.minimalCompletionStage();
    }

    @Override
    public Optional<ToolCall> waiting() {
        return conclusion.waiting();
    }

    /** Returns what was known when a call was concluded, or is known now; nothing for a call of another kind. */
    public static Facts known(ToolCallStream call) {
        return call instanceof StreamedCall streamed ? streamed.conclusion.facts() : Facts.NONE;
    }

    /** Returns the tool by whose rules a call is read; null if it is unknown, or the call is of another kind. */
    static @Nullable PreparedTool tool(ToolCallStream call) {
        return call instanceof StreamedCall streamed && streamed.known != null ? streamed.known.tool() : null;
    }

    @Override
    public void cancel(String reason) {
        concluded(new Permit.Declined(reason, AnswerSource.CANCELLED), Optional.empty());
        if (known != null) {
            known.now("the call is cancelled");
        }
    }

    @Override
    public CallRecord record() {
        ObjectNode arguments = known == null ? JsonNodeFactory.instance.objectNode() : known.written();
        CallRecord record = new CallRecord(setting.session(), serial, id, name.toString())
                .withArguments(arguments, !isWhole())
                .followedBy(log.steps());
        return end.recordedIn(conclusion.recordedIn(
                known == null ? record : known.evidence(conclusion).recorded(record.withKnownTool())));
    }

    @Override
    public String toString() {
        return new ToolCall(id, tool(), JsonNodeFactory.instance.objectNode()).toString();
    }
}
