package dev.toolpolicy.runtime.call;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.runtime.fault.UserCode;
import dev.toolpolicy.runtime.permission.Reply;
import dev.toolpolicy.runtime.rule.RuleVerdict;
import dev.toolpolicy.runtime.session.CheckedCall;
import dev.toolpolicy.runtime.session.PolicyDenial;
import dev.toolpolicy.runtime.session.PolicyPreview;
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
 * What becomes of a call whose text has ended, in this order: it was declined or finally refused while it streamed; it is
 * invalid; a rule skips it; somebody must be asked; a session policy denies it; it may run. Used once.
 */
final class Conclusion {
    private static final Logger LOG = System.getLogger(ToolCallStream.class.getName());

    private final CallSetting setting;
    private final ToolCallStream stream;
    private final @Nullable NamedCall named;
    private Permit permit = Permit.NONE;
    private Optional<String> approval = Optional.empty();
    private @Nullable ToolCall waiting;

    Conclusion(CallSetting setting, ToolCallStream stream, @Nullable NamedCall named) {
        this.setting = setting;
        this.stream = stream;
        this.named = named;
    }

    /** The refusal that is known while the call streams. */
    static Optional<ToolCallOutcome.Refused> refusal(NamedCall call) {
        Optional<RunDecision> skip = call.arguments().decision().filter(decision -> decision.mode() == Mode.SKIP);
        return skip.isPresent()
                ? skip.map(Conclusion::skipped)
                : call.early().finalDenial()
                        .map(denial -> new ToolCallOutcome.Refused(denial.reason(), Optional.of(denial)));
    }

    private static ToolCallOutcome.Refused skipped(RunDecision decision) {
        return new ToolCallOutcome.Refused("Tool Policy skips this call"
                + (decision.rule().isPresent() ? " by rule " + (decision.rule().getAsInt() + 1) : ""), Optional.empty());
    }

    /** The call as somebody can be asked about it later; null if there is nothing to ask. */
    @Nullable ToolCall waiting() {
        return waiting;
    }

    /** A failure in here, or in what a tool says of itself, is the call's own error: the response goes on. */
    ToolCallOutcome of(Permit given, Optional<String> granted, boolean refused) {
        permit = given;
        approval = granted;
        try {
            compareWithShadow();
            return conclude(refused);
        } catch (ArgumentException e) {
            return new ToolCallOutcome.Invalid(e.error());
        } catch (Throwable e) {
            UserCode.passThrough(e);
            UserCode.log(LOG, Level.ERROR, "concluding call " + stream + " failed; it will not run", e);
            return new ToolCallOutcome.Invalid(internal("Tool Policy failed on this call: " + e.getClass()));
        }
    }

    /** Compares what the call's rules said, whatever becomes of the call; one that is taken up again has been compared. */
    private void compareWithShadow() {
        if (named == null || named.tool().shadow() == null || approval.isPresent() || stream.error().isPresent()) {
            return;
        }
        CallArguments arguments = named.arguments();
        Optional<RunDecision> decision = arguments.decision();
        if (arguments.isWhole() && decision.isPresent()) {
            ToolCall call = call(named.tool(), arguments);
            named.tool().compareWithShadow(setting.session(), call, decision.get());
        }
    }

    private ToolCallOutcome conclude(boolean refused) {
        if (permit instanceof Permit.Declined declined) {
            return declined(declined);
        }
        if (refused && named != null) {
            return refuse(named);
        }
        Optional<ArgumentError> error = stream.error();
        if (error.isPresent() || named == null) {
            return new ToolCallOutcome.Invalid(error.orElseGet(() -> internal("the call has no arguments")));
        }
        PreparedTool tool = named.tool();
        CallArguments arguments = named.arguments();
        Optional<RunDecision> decision = arguments.decision();
        if (decision.isEmpty() || !arguments.agrees(tool, decision.get())) {
            return new ToolCallOutcome.Invalid(internal("the early decision is not that of the complete arguments"));
        }
        return permit instanceof Permit.Granted given && given.edited() != null
                ? edited(tool, given.edited())
                : conclude(tool, call(tool, arguments), decision.get());
    }

    private static ToolCallOutcome declined(Permit.Declined by) {
        boolean person = by.source() == Reply.Source.HANDLER
                || by.source() == Reply.Source.MEMORY
                || by.source() == Reply.Source.TOGETHER;
        String whose = person
                ? "The user declined this call"
                : "This call was " + (by.source() == Reply.Source.CANCELLED ? "cancelled" : "declined");
        return new ToolCallOutcome.Declined(whose + (by.reason().isBlank() ? "" : ": " + by.reason()), by.source());
    }

    /**
     * The refusal stands, whatever is so by now. A call that is whole is checked all the same: policies count it, and
     * listeners hear of it.
     */
    private ToolCallOutcome refuse(NamedCall call) {
        ToolCallOutcome.Refused refusal = refusal(call).orElseThrow();
        if (refusal.denial().isEmpty()) {
            return refusal;
        }
        PolicyRegistry policies = setting.policies();
        if (stream.error().isPresent()) {
            CallDenial denial = refusal.denial().get();
            CallArguments text = call.arguments();
            policies.refused(new ToolCall(stream.id(), stream.tool(), text.known(text.knownCount())),
                    new PolicyDenial(denial.policy(), denial.reason(), denial.metadata()));
            return refusal;
        }
        CheckedCall checked = policies.check(call(call.tool(), call.arguments()));
        if (checked.denial().isEmpty()) {
            policies.failed(checked);
        }
        return checked.denial().map(denial -> refused(checked.call(), denial)).orElse(refusal);
    }

    /** The call keeps a copy, so that whatever the tool does to what it binds, this is what is checked and told. */
    private ToolCall call(PreparedTool known, CallArguments text) {
        return new ToolCall(stream.id(), known.definition().name(), text.whole());
    }

    /** Rules were asked about the call as it came; only that they skip it now holds. */
    private ToolCallOutcome edited(PreparedTool known, CallArguments text) {
        RuleVerdict verdict = known.run().evaluate(text.whole());
        RunDecision decision = new RunDecision(verdict.mode(), verdict.rule(), verdict.guarded(), stream.length());
        return conclude(known, call(known, text), decision);
    }

    private ToolCallOutcome conclude(PreparedTool known, ToolCall call, RunDecision decision) {
        Object value = Objects.requireNonNull(known.definition().bind(call.arguments()), "the tool bound nothing");
        if (decision.mode() == Mode.SKIP) {
            return skipped(decision);
        }
        boolean granted = approval.isPresent() || permit instanceof Permit.Granted;
        if (decision.mode() != Mode.UNATTENDED && !granted) {
            return unanswered(known, call, decision);
        }
        Optional<String> unreached = isRemembered() ? known.run().guarded(call.arguments()) : Optional.empty();
        if (unreached.isPresent()) {    // since it was asked about, so where links have changed
            return new ToolCallOutcome.Invalid(internal("what was remembered doesn't reach the path " + unreached.get()));
        }
        RuleVerdict delivery = known.result().evaluate(call.arguments());
        CheckedCall checked = check(known, call);
        return checked.denial()
                .map(denial -> refused(call, denial))
                .orElseGet(() -> new ToolCallOutcome.Approved(new ApprovedCall(
                        setting.policies(), checked, value, ResultDecision.of(delivery),
                        known.resultRule(delivery.rule()))));
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
     * Somebody must be asked, unless a policy would deny the call anyway: then it is checked all the same, so that policies
     * count it and listeners hear of it. Otherwise nothing is reserved for it yet.
     */
    private ToolCallOutcome unanswered(PreparedTool known, ToolCall call, RunDecision decision) {
        if (setting.policies().preview(call, true) instanceof PolicyPreview.Denied) {
            CheckedCall checked = check(known, call);
            if (checked.denial().isPresent()) {
                return refused(call, checked.denial().get());
            }
            setting.policies().failed(checked);
        }
        waiting = call;
        return new ToolCallOutcome.Unanswered(decision, call.arguments());
    }

    private ToolCallOutcome refused(ToolCall call, PolicyDenial denial) {
        waiting = call;
        CallDenial known = EarlyDenial.at(stream.length(), denial);
        return new ToolCallOutcome.Refused(known.reason(), Optional.of(known));
    }

    private ArgumentError internal(String detail) {
        return new ArgumentError(DiagnosticCode.INTERNAL, stream.length(), "", detail);
    }
}
