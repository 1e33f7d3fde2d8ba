package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.runtime.approval.ApprovalReason;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.internal.approve.AnswerSource;
import dev.toolpolicy.runtime.internal.approve.ApprovalSubject;
import dev.toolpolicy.runtime.internal.decide.Facts;
import dev.toolpolicy.runtime.internal.decide.ShadowRules;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.internal.remember.CheckedCall;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.internal.remember.Ticket;
import dev.toolpolicy.runtime.internal.remember.UnusedApproval;
import dev.toolpolicy.schema.ArgumentError;
import dev.toolpolicy.schema.ArgumentException;
import dev.toolpolicy.schema.DiagnosticCode;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The conclusion of one call, made once, by the first thread that asks. It checks in this order: the call was declined
 * or finally denied while it streamed; it is invalid; a rule denies it; it needs approval; a session policy denies it;
 * it may run.
 */
final class Conclusion {

    private final CallSetting setting;
    private final CallLog log;
    private final CallEnd end;
    /** Null until the call is concluded. */
    private volatile @Nullable ToolCallOutcome outcome;
    /** Whether the early denial is final. */
    private boolean denialIsFinal;

    /** What had been read when the call was concluded. */
    private ReadCall read = new ReadCall("", "", 0, Optional.empty(), null);
    /** What is known immediately before the call runs. */
    private Facts facts = Facts.NONE;

    /** Whether these facts let another rule decide than what was known while the call was read. */
    private boolean isOutdated;

    private Permit permit = Permit.NONE;
    private Optional<String> approval = Optional.empty();
    /** The person who declined the stored request. */
    private Optional<String> decliner = Optional.empty();

    private @Nullable ToolCall waiting;
    /** The call that was decided on last: whole, and perhaps edited. */
    private @Nullable ToolCall counted;
    /** The decision of the rules on it. */
    private Optional<RuleDecision> ruled = Optional.empty();

    private volatile CallRecord.@Nullable Decision cause;

    Conclusion(CallSetting setting, CallLog log, CallEnd end) {
        this.setting = setting;
        this.log = log;
        this.end = end;
    }

    boolean isKnown() {
        return outcome != null;
    }

    /** Returns what became of the call; empty until it is concluded. */
    Optional<ToolCallStream.Status> status() {
        ToolCallOutcome known = outcome;
        return known == null
                ? Optional.empty()
                : Optional.of(
                        switch (known.kind()) {
                            case APPROVED -> ToolCallStream.Status.WILL_RUN;
                            case NEEDS_APPROVAL -> ToolCallStream.Status.WILL_ASK;
                            case DECLINED, DENIED -> ToolCallStream.Status.DENIED;
                            case INVALID -> ToolCallStream.Status.INVALID;
                        });
    }

    /** Returns whether the service cancelled the call. Its text may still arrive. */
    boolean isCancelled() {
        ToolCallOutcome known = outcome;
        return known != null && known.source().equals(Optional.of(AnswerSource.CANCELLED.word()));
    }

    /** Makes the early denial final. */
    synchronized void denyNow() {
        denialIsFinal = true;
    }

    /** Returns the call if it needs an approval. */
    synchronized Optional<ToolCall> waiting() {
        return Optional.ofNullable(waiting);
    }

    /** Concludes the call, unless it is concluded. */
    ToolCallOutcome conclude(ReadCall call, Permit given, Optional<String> granted) {
        boolean first = !isKnown();
        ToolCallOutcome found;
        synchronized (this) {
            first = first && !isKnown();
            found = decideUnderLock(call, given, granted);
        }
        if (first && found.kind() != ToolCallOutcome.Kind.APPROVED) {
            end.report();
        }
        return found;
    }

    private ToolCallOutcome decideUnderLock(ReadCall call, Permit given, Optional<String> granted) {
        ToolCallOutcome known = outcome;
        if (known != null) {
            return known;
        }
        read = call;
        permit = given;
        approval = granted;
        ToolCallOutcome found = decideGuarded();
        cause = cause(found);
        outcome = found;
        log.note(read.length(), CallStep.concluded(found.word(), found.forModel()));
        return found;
    }

    private CallRecord.Decision cause(ToolCallOutcome found) {
        NamedCall call = read.named();
        if (ruled.isEmpty() && call != null) {
            ruled = call.arguments().decision();
        }
        PreparedTool tool = call == null ? null : call.tool();
        String origin = tool == null
                ? ""
                : setting.reports()
                        .origins()
                        .apply(read.tool(), ruled.map(RuleDecision::rule).orElse(OptionalInt.empty()));
        CallRecord.Decision by = new Verdicts.Reading(tool, ruled, origin, log.steps(), approval).decision(found);
        return decliner.map(by::withApprover).orElse(by);
    }

    /** Returns what was known when the call was concluded; what is known now if it isn't concluded. */
    synchronized Facts facts() {
        return isKnown() || facts != Facts.NONE ? facts : setting.known();
    }

    /** Returns the record with what is known of the outcome. */
    synchronized CallRecord recordedIn(CallRecord record) {
        ToolCallOutcome known = outcome;
        ToolCall call = counted;
        CallRecord.Decision decision = cause;
        CallRecord with = call == null ? record : record.withCheckedArguments(call.arguments());
        return known == null || decision == null ? with : Verdicts.add(with, known, decision);
    }

    /** Returns the denial that is known while the call streams. */
    static Optional<ToolCallOutcome> earlyDenial(NamedCall call) {
        Optional<RuleDecision> denial = call.arguments().decision().filter(decision -> decision.mode() == Mode.DENY);
        return denial.isPresent()
                ? denial.map(by -> deniedByRule(call.tool(), by))
                : call.early().finalDenial().map(last -> denied(last));
    }

    private static ToolCallOutcome deniedByRule(PreparedTool tool, RuleDecision decision) {
        return Outcome.denied(CallMessages.deniedByRule(tool.rule(decision.rule())), null);
    }

    private static ToolCallOutcome denied(PolicyDenial denial) {
        return Outcome.denied(VisibleText.sentence(denial.reason()), denial);
    }

    /** Concludes the call. A failure here, or in a tool's own code, makes this call invalid; the response continues. */
    private ToolCallOutcome decideGuarded() {
        try {
            compareWithShadow();
            return decideByText();
        } catch (ArgumentException e) {
            return Outcome.invalid(e.error());
        } catch (Throwable e) {
            UserCode.passThrough(e);
            UserCode.log(CallLog.LOG, Level.ERROR, "concluding call " + read + " failed; it will not run", e);
            return Outcome.invalid(internalError());
        }
    }

    /** Compares the rules' decision with the shadow's, for every outcome. A resumed call was compared before. */
    private void compareWithShadow() {
        ShadowRules shadow = setting.shadow().get(read.tool());
        NamedCall named = read.named();
        if (shadow == null
                || named == null
                || approval.isPresent()
                || read.error().isPresent()) {
            return;
        }
        CallArguments arguments = named.arguments();
        Optional<RuleDecision> decision = arguments.decision();
        if (arguments.isWhole() && decision.isPresent()) {
            RuleDecision by = decision.get();
            shadow.compare(setting.session(), call(named.tool(), arguments), arguments.facts(), by.mode(), by.rule());
        }
    }

    private ToolCallOutcome decideByText() {
        NamedCall named = read.named();
        if (permit instanceof Permit.Declined declined) {
            return declined(declined);
        }
        if (denialIsFinal && named != null) {
            return denied(named);
        }
        Optional<ArgumentError> error = read.error();
        if (error.isPresent() || named == null) {
            return Outcome.invalid(error.orElseGet(this::internalError));
        }
        CallArguments arguments = named.arguments();
        CallArguments edited = edit();
        if (!arguments.isConfirmed() || edited != null && !edited.isConfirmed()) {
            return Outcome.invalid(internalError());
        }
        facts = setting.known();
        CallArguments shown = edited != null ? edited : arguments;
        RuleDecision decision = shown.decision().orElseThrow();
        if (!isRemembered() && !shown.reachesTheSame(decision)) {
            return Outcome.invalid(internal("a path leads elsewhere than when approval was requested"));
        }
        return decideByFacts(named.tool(), shown, decision);
    }

    /** Concludes the call by the facts that are known now. If another rule decides by them, no approval holds. */
    private ToolCallOutcome decideByFacts(PreparedTool tool, CallArguments text, RuleDecision early) {
        RuleDecision latest = text.latest(early, facts);
        isOutdated = latest != early;
        return admit(tool, facts.about(call(tool, text)), latest);
    }

    private @Nullable CallArguments edit() {
        return permit instanceof Permit.Granted given ? given.edited() : null;
    }

    private static ToolCallOutcome declined(Permit.Declined decline) {
        return Outcome.declined(
                CallMessages.Unapproved.CALL.words(decline.reason(), decline.source()), decline.source());
    }

    /**
     * Keeps the early denial, even if its reason no longer holds. A complete call is still checked, so that policies count
     * it and listeners get it.
     */
    private ToolCallOutcome denied(NamedCall call) {
        ToolCallOutcome earlyDenial = earlyDenial(call).orElseThrow();
        if (earlyDenial.denial().isEmpty()) {
            return earlyDenial;
        }
        PolicyRegistry policies = setting.policies();
        if (read.error().isPresent()) {
            CallArguments text = call.arguments();
            policies.reportDenial(
                    new ToolCall(read.id(), read.tool(), text.known(text.knownCount())),
                    earlyDenial.denial().get());
            return earlyDenial;
        }
        ToolCall whole = setting.facts().get().about(call(call.tool(), call.arguments()));
        CheckedCall checked = policies.check(
                setting.ruled(call.tool(), whole, call.arguments().facts()), false, setting.turn());
        if (checked.denial().isEmpty()) {
            policies.outcomes().release(checked);
            policies.reportDenial(checked.call(), earlyDenial.denial().get());
        }
        return checked.denial().map(denial -> denied(checked.call(), denial)).orElse(earlyDenial);
    }

    /**
     * Creates the call with a copy of its arguments. Changes by the tool's binding code don't affect what is checked
     * and recorded.
     */
    private ToolCall call(PreparedTool known, CallArguments text) {
        return new ToolCall(read.id(), known.definition().name(), text.whole());
    }

    private ToolCallOutcome admit(PreparedTool known, ToolCall whole, RuleDecision decision) {
        ruled = Optional.of(decision);
        ToolCall call = setting.ruled(known, whole, facts);
        counted = call;
        Objects.requireNonNull(known.definition().bind(call.arguments()), "the tool bound nothing");
        if (decision.mode() == Mode.DENY) {
            return deniedByRule(known, decision);
        }
        boolean granted = approval.isPresent() || permit instanceof Permit.Granted && !isOutdated;
        if (decision.mode() != Mode.ALLOW && !granted) {
            return needsApproval(known, call, decision);
        }
        Optional<String> unreached = isRemembered() ? known.run().guarded(call.arguments()) : Optional.empty();
        if (unreached.isPresent()) { // links have changed since the permission was given
            return Outcome.invalid(
                    internal("the remembered approval doesn't cover the path at " + VisibleText.line(unreached.get())));
        }
        if (isRemembered() && known.run().marked(call.arguments(), facts).isPresent()) {
            return Outcome.invalid(internal("the remembered approval doesn't cover a rule that can't be read"));
        }
        if (isRemembered() && known.run().asksTwice(call.arguments(), facts)) {
            return Outcome.invalid(internal("the remembered approval doesn't cover another list that asks"));
        }
        RuleDecision delivery = known.result().evaluate(call.arguments(), facts);
        ApprovalSubject subject = Objects.requireNonNull(read.named()).subject();
        CheckedCall checked = check(known, call);
        if (checked.denial().isPresent()) {
            return denied(call, checked.denial().get());
        }
        return Outcome.approved(new PermittedCall(
                setting.policies(),
                checked,
                new PermittedCall.Delivery(delivery, subject, deliveryReason(known, call, delivery), setting.turn()),
                end));
    }

    private ApprovalReason deliveryReason(PreparedTool known, ToolCall call, RuleDecision by) {
        return known.reason(
                ListKind.RESULT,
                by,
                by.guarded(),
                Optional.empty(),
                known.result().marked(call.arguments(), facts));
    }

    private boolean isRemembered() {
        return permit instanceof Permit.Granted given && given.remembered();
    }

    private CheckedCall check(PreparedTool known, ToolCall call) {
        PolicyRegistry policies = setting.policies();
        if (approval.isPresent()) {
            Ticket ticket = new Ticket(approval.get(), new AskingTool(known, call.arguments(), facts));
            return policies.check(call, ticket, setting.turn());
        }
        return policies.check(call, permit instanceof Permit.Granted given && given.forPolicies(), setting.turn());
    }

    /**
     * Returns the outcome of a call that needs approval. If a policy would deny it anyway, the call is checked, so that
     * policies count it and listeners get it. Otherwise nothing is reserved yet.
     */
    private ToolCallOutcome needsApproval(PreparedTool known, ToolCall call, RuleDecision decision) {
        if (setting.policies().preview(call, true).denial().isPresent()) {
            CheckedCall checked = check(known, call);
            if (checked.denial().isPresent()) {
                return denied(call, checked.denial().get());
            }
            setting.policies().outcomes().release(checked);
        }
        waiting = call;
        boolean wasGiven = permit instanceof Permit.Granted;
        return Outcome.needsApproval(
                decision,
                CallMessages.Unapproved.CALL.missing(wasGiven) + CallMessages.read(known.rule(decision.rule())));
    }

    /** Returns the outcome of a call that a policy denies, or that was declined before it was resumed. */
    private ToolCallOutcome denied(ToolCall call, PolicyDenial denial) {
        waiting = call;
        if (approval.isEmpty() || !UnusedApproval.isDeclined(denial)) {
            return denied(denial);
        }
        decliner = UnusedApproval.by(denial);
        return declined(new Permit.Declined(UnusedApproval.reason(denial), AnswerSource.STORED));
    }

    private ArgumentError internalError() {
        return internal("an internal error stopped this call");
    }

    private ArgumentError internal(String detail) {
        return new ArgumentError(DiagnosticCode.INTERNAL, read.length(), "", detail);
    }
}
