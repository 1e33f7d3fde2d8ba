package dev.toolpolicy.runtime.call;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.runtime.decision.PolicyDenial;
import dev.toolpolicy.runtime.decision.PolicyPreview;
import dev.toolpolicy.runtime.decision.RuleDecision;
import dev.toolpolicy.runtime.internal.call.CallSetting;
import dev.toolpolicy.runtime.internal.call.PreparedTool;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.internal.rule.ShadowRules;
import dev.toolpolicy.runtime.permission.Answer;
import dev.toolpolicy.runtime.session.CheckedCall;
import dev.toolpolicy.runtime.session.PolicyRegistry;
import dev.toolpolicy.schema.ArgumentError;
import dev.toolpolicy.schema.ArgumentException;
import dev.toolpolicy.schema.DiagnosticCode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The conclusion of one call, made once, by the first thread that asks. It checks in this order: the call was declined
 * or finally denied while it streamed; it is invalid; a rule denies it; it needs approval; a session policy denies it;
 * it may run.
 */
final class Conclusion {
    private static final Logger LOG = System.getLogger(ToolCallStream.class.getName());

    private final CallSetting setting;
    private final ToolCallStream stream;
    private final CallLog log;
    /** Null until the call is concluded. */
    private volatile @Nullable ToolCallOutcome outcome;
    /** Whether a earlyDenial that was known early is final. */
    private boolean denialIsFinal;

    private @Nullable NamedCall named;
    private Permit permit = Permit.NONE;
    private Optional<String> approval = Optional.empty();
    private @Nullable ToolCall waiting;

    Conclusion(CallSetting setting, ToolCallStream stream, CallLog log) {
        this.setting = setting;
        this.stream = stream;
        this.log = log;
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
        return outcome instanceof ToolCallOutcome.Declined declined && declined.source() == Answer.Source.CANCELLED;
    }

    /** Makes a known earlyDenial final. */
    synchronized void denyNow() {
        denialIsFinal = true;
    }

    /** Returns the call if it needs an approval. */
    synchronized Optional<ToolCall> waiting() {
        return Optional.ofNullable(waiting);
    }

    /** Concludes the call, unless it is concluded. */
    synchronized ToolCallOutcome conclude(@Nullable NamedCall call, Permit given, Optional<String> granted) {
        ToolCallOutcome known = outcome;
        if (known != null) {
            return known;
        }
        named = call;
        permit = given;
        approval = granted;
        ToolCallOutcome found = guarded();
        outcome = found;
        log.note(stream.length(), at -> new CallStep.Concluded(at, found.word(), found.forModel()));
        return found;
    }

    /** Returns the earlyDenial that is known while the call streams. */
    static Optional<ToolCallOutcome.Denied> earlyDenial(NamedCall call) {
        Optional<RuleDecision> denial = call.arguments().decision().filter(decision -> decision.mode() == Mode.DENY);
        return denial.isPresent()
                ? denial.map(Conclusion::deniedByRule)
                : call.early().finalDenial().map(last -> new ToolCallOutcome.Denied(last.reason(), Optional.of(last)));
    }

    private static ToolCallOutcome.Denied deniedByRule(RuleDecision decision) {
        return new ToolCallOutcome.Denied(
                "Denied by "
                        + (decision.rule().isPresent()
                                ? "rule " + (decision.rule().getAsInt() + 1) + " of "
                                : "")
                        + "this tool's policy",
                Optional.empty());
    }

    /** Concludes the call. A failure here, or in a tool's own code, makes this call invalid; the response continues. */
    private ToolCallOutcome guarded() {
        try {
            compareWithShadow();
            return conclude();
        } catch (ArgumentException e) {
            return new ToolCallOutcome.Invalid(e.error());
        } catch (Throwable e) {
            UserCode.passThrough(e);
            UserCode.log(LOG, Level.ERROR, "concluding call " + stream + " failed; it will not run", e);
            return new ToolCallOutcome.Invalid(internal("Tool Policy failed on this call: " + e.getClass()));
        }
    }

    /** Compares the rules' decision with the shadow's, for every outcome. A resumed call was compared before. */
    private void compareWithShadow() {
        ShadowRules shadow = setting.shadow().get(stream.tool());
        if (shadow == null
                || named == null
                || approval.isPresent()
                || stream.error().isPresent()) {
            return;
        }
        CallArguments arguments = named.arguments();
        Optional<RuleDecision> decision = arguments.decision();
        if (arguments.isWhole() && decision.isPresent()) {
            RuleDecision by = decision.get();
            shadow.compare(setting.session(), call(named.tool(), arguments), by.mode(), by.rule());
        }
    }

    private ToolCallOutcome conclude() {
        if (permit instanceof Permit.Declined declined) {
            return declined(declined);
        }
        if (denialIsFinal && named != null) {
            return denied(named);
        }
        Optional<ArgumentError> error = stream.error();
        if (error.isPresent() || named == null) {
            return new ToolCallOutcome.Invalid(error.orElseGet(() -> internal("the call has no arguments")));
        }
        PreparedTool tool = named.tool();
        CallArguments arguments = named.arguments();
        Optional<RuleDecision> decision = arguments.decision();
        if (decision.isEmpty() || !arguments.agrees(tool, decision.get())) {
            return new ToolCallOutcome.Invalid(internal("the early decision is not that of the complete arguments"));
        }
        CallArguments edited = edit();
        return edited != null ? edited(tool, edited) : conclude(tool, call(tool, arguments), decision.get());
    }

    private @Nullable CallArguments edit() {
        return permit instanceof Permit.Granted given ? given.edited() : null;
    }

    private static ToolCallOutcome declined(Permit.Declined decline) {
        boolean person = decline.source() == Answer.Source.HANDLER
                || decline.source() == Answer.Source.MEMORY
                || decline.source() == Answer.Source.TOGETHER;
        String whose = person
                ? "The user declined this call"
                : "This call was " + (decline.source() == Answer.Source.CANCELLED ? "cancelled" : "declined");
        return new ToolCallOutcome.Declined(
                whose + (decline.reason().isBlank() ? "" : ": " + decline.reason()), decline.source());
    }

    /**
     * Keeps the earlyDenial, even if its reason no longer holds. A complete call is still checked, so that policies count
     * it and listeners hear of it.
     */
    private ToolCallOutcome denied(NamedCall call) {
        ToolCallOutcome.Denied earlyDenial = earlyDenial(call).orElseThrow();
        if (earlyDenial.denial().isEmpty()) {
            return earlyDenial;
        }
        PolicyRegistry policies = setting.policies();
        if (stream.error().isPresent()) {
            CallArguments text = call.arguments();
            policies.reportDenial(
                    new ToolCall(stream.id(), stream.tool(), text.known(text.knownCount())),
                    earlyDenial.denial().get());
            return earlyDenial;
        }
        CheckedCall checked = policies.check(call(call.tool(), call.arguments()));
        if (checked.denial().isEmpty()) {
            policies.recordFailure(checked);
        }
        return checked.denial().map(denial -> denied(checked.call(), denial)).orElse(earlyDenial);
    }

    /**
     * Creates the call with a copy of its arguments. Changes by the tool's binding code don't affect what is checked
     * and recorded.
     */
    private ToolCall call(PreparedTool known, CallArguments text) {
        return new ToolCall(stream.id(), known.definition().name(), text.whole());
    }

    /**
     * Concludes a call with edited arguments. A person approved them, so only a rule that denies them still applies.
     */
    private ToolCallOutcome edited(PreparedTool known, CallArguments text) {
        return conclude(known, call(known, text), known.run().evaluate(text.whole()));
    }

    private ToolCallOutcome conclude(PreparedTool known, ToolCall call, RuleDecision decision) {
        Objects.requireNonNull(known.definition().bind(call.arguments()), "the tool bound nothing");
        if (decision.mode() == Mode.DENY) {
            return deniedByRule(decision);
        }
        boolean granted = approval.isPresent() || permit instanceof Permit.Granted;
        if (decision.mode() != Mode.ALLOW && !granted) {
            return needsApproval(known, call, decision);
        }
        Optional<String> unreached = isRemembered() ? known.run().guarded(call.arguments()) : Optional.empty();
        if (unreached.isPresent()) { // links have changed since the permission was given
            return new ToolCallOutcome.Invalid(
                    internal("the remembered approval doesn't cover the path " + unreached.get()));
        }
        RuleDecision delivery = known.result().evaluate(call.arguments());
        CheckedCall checked = check(known, call);
        return checked.denial()
                .map(denial -> denied(call, denial))
                .orElseGet(() -> new ToolCallOutcome.Approved(
                        new ApprovedCall(setting.policies(), checked, delivery, known.resultRule(delivery.rule()))));
    }

    private boolean isRemembered() {
        return permit instanceof Permit.Granted given && given.remembered();
    }

    private CheckedCall check(PreparedTool known, ToolCall call) {
        PolicyRegistry policies = setting.policies();
        if (approval.isPresent()) {
            return policies.check(call, approval.get(), known.terms());
        }
        return permit instanceof Permit.Granted given && given.forPolicies()
                ? policies.checkApproved(call)
                : policies.check(call);
    }

    /**
     * Returns the outcome of a call that needs approval. If a policy would deny it anyway, the call is checked, so that
     * policies count it and listeners hear of it. Otherwise nothing is reserved yet.
     */
    private ToolCallOutcome needsApproval(PreparedTool known, ToolCall call, RuleDecision decision) {
        if (setting.policies().preview(call, true) instanceof PolicyPreview.Denied) {
            CheckedCall checked = check(known, call);
            if (checked.denial().isPresent()) {
                return denied(call, checked.denial().get());
            }
            setting.policies().recordFailure(checked);
        }
        waiting = call;
        return new ToolCallOutcome.NeedsApproval(decision, call.arguments());
    }

    private ToolCallOutcome denied(ToolCall call, PolicyDenial denial) {
        waiting = call;
        return new ToolCallOutcome.Denied(denial.reason(), Optional.of(denial));
    }

    private ArgumentError internal(String detail) {
        return new ArgumentError(DiagnosticCode.INTERNAL, stream.length(), "", detail);
    }
}
