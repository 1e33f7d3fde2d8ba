package dev.toolpolicy.stream.gate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.event.CallRecord.Decision;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.internal.decide.Facts;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.internal.run.CallSetting;
import dev.toolpolicy.runtime.internal.run.PreparedTool;
import dev.toolpolicy.runtime.internal.run.StreamedCall;
import dev.toolpolicy.stream.CompletedUnit;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import java.util.Map;
import java.util.Optional;
import java.util.StringTokenizer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The reading of one call at the gate, while its pieces come. A rule's denial is used as soon as it is certain.
 * Everything else is decided once the call is complete: policies and approvers don't hear of it before. Id, name and
 * rules are those of the complete call.
 *
 * <p>Behind a gate the client runs the call, perhaps with other defaults than the tool's, or with none. The rules
 * decide on both, and the stricter decision counts.
 */
final class CallReading {
    private static final String BLANK = " \t\r\n";

    private final Supplier<CallSetting> settings;
    private final StringBuilder name = new StringBuilder();
    private String id = "";
    private boolean hasText;
    /** The call from its first text on; null if the text came before the name, or if a rule denied the call. */
    private @Nullable OpenedCall opened;
    /** The last call that was opened, which the record is of; null if there is none. */
    private @Nullable OpenedCall last;

    /**
     * A verdict on a call at the gate, which may still wait for an approver.
     *
     * @param verdict completes with the verdict
     * @param withdraw withdraws the approval request; does nothing if there is none
     */
    record Pending(CompletionStage<GateVerdict> verdict, Runnable withdraw) {}

    /** A call of the engine, with the id, name and settings that it was opened with. */
    private record OpenedCall(CallSetting setting, ToolCallStream stream) {
        @Nullable
        PreparedTool tool() {
            return setting.tools().get(stream.tool());
        }

        ToolCall with(ObjectNode arguments) {
            return setting.known().about(new ToolCall(stream.id(), stream.tool(), arguments));
        }

        /**
         * Returns whether this is the complete call under the current rules. It isn't if the id came behind the first
         * text or not at all, or if a reload has replaced the tool since.
         */
        boolean isStill(CompletedUnit call, CallSetting current) {
            return stream.id().equals(call.id())
                    && stream.tool().equals(call.name())
                    && stream.length() == call.text().length()
                    && tool() == current.tools().get(call.name());
        }
    }

    CallReading(Supplier<CallSetting> settings) {
        this.settings = settings;
    }

    private OpenedCall open(CallSetting current, String callId, String tool) {
        CallSetting setting = current.atEnd().reportedByHost();
        OpenedCall next = new OpenedCall(setting, StreamedCall.named(setting, callId, tool));
        last = next;
        return next;
    }

    /**
     * Reports the call to the engine's listeners; called once, when it goes out or a text replaces it.
     *
     * @param whole the complete call; null if it never was
     * @param verdict the final verdict
     */
    void report(@Nullable CompletedUnit whole, GateVerdict verdict) {
        OpenedCall known = last;
        if (known == null) {
            String callId = whole == null ? id : whole.id();
            known = open(settings.get(), callId, whole == null ? name() : whole.name());
        }
        CallRecord record = known.stream().record();
        if (verdict.passes()) {
            record = record.withVerdict(CallRecord.Verdict.RAN, Optional.empty());
        } else if (verdict.decision().isPresent()) {
            record = record.withVerdict(CallRecord.Verdict.DENIED, Optional.empty())
                    .withDecision(verdict.decision().get());
        } else if (record.verdict().equals(Optional.of(CallRecord.Verdict.PENDING))) {
            record = record.withVerdict(CallRecord.Verdict.DECLINED, Optional.empty()); // a gate keeps no call waiting
        }
        known.setting().reports().report(record);
    }

    /** Returns the id so far; empty if none came. */
    String id() {
        return id;
    }

    /** Returns the tool's name, as it was at the first text. */
    String name() {
        return name.toString();
    }

    /** Reads the next piece. Returns the verdict, once a rule denies the call. */
    Optional<GateVerdict> add(ToolCallDelta delta) {
        if (id.isEmpty()) {
            id = delta.id();
        }
        if (!hasText && !delta.name().contentEquals(name)) {
            name.append(delta.name());
        }
        if (!hasText && !delta.arguments().isEmpty()) {
            hasText = true;
            opened = name.isEmpty() ? null : open(settings.get(), id, name());
        }
        return opened == null ? Optional.empty() : add(opened.stream(), delta.arguments());
    }

    private Optional<GateVerdict> add(ToolCallStream stream, String text) {
        stream.append(text);
        if (stream.earlyDenial().isEmpty()) {
            return Optional.empty();
        }
        stream.denyNow();
        opened = null;
        return Optional.of(verdict(stream.finish(), null));
    }

    /** Returns whether a call has no arguments: no text but JSON's white space, or {@code null}. */
    static boolean isAbsent(CompletedUnit call) {
        StringTokenizer words = new StringTokenizer(call.text(), BLANK);
        return !words.hasMoreTokens() || words.nextToken().equals("null") && !words.hasMoreTokens();
    }

    /** Decides about the complete call. If it needs approval, the verdict waits for the approver's answer. */
    Pending decide(CompletedUnit call) {
        if (call.truncated() && call.arguments().filter(JsonNode::isObject).isEmpty()) {
            return cut();
        }
        CallSetting current = settings.get();
        boolean absent = isAbsent(call);
        String text = absent ? "{}" : call.text();
        OpenedCall whole = absent ? null : opened;
        if (whole == null || !whole.isStill(call, current)) {
            whole = open(current, call.id(), call.name());
            whole.stream().append(text);
        }
        PreparedTool tool = whole.tool();
        ObjectNode full = whole.stream().arguments().orElse(null);
        if (tool == null || full == null) {
            return conclude(whole.stream(), full);
        }
        if (tool.schema().withoutDefaults() == tool.schema()) {
            return conclude(whole.stream(), full);
        }
        ObjectNode given = whole.stream().givenArguments().orElseThrow();
        return given.equals(full) ? conclude(whole.stream(), full) : decideBoth(whole, tool, text, full, given);
    }

    /**
     * Decides by the arguments, as given or with defaults, on which the rules are stricter. A policy may deny either.
     */
    private Pending decideBoth(OpenedCall call, PreparedTool tool, String text, ObjectNode full, ObjectNode given) {
        Facts facts = call.setting().known();
        RuleDecision byGiven = tool.run().evaluate(given, facts);
        RuleDecision byFull = tool.run().evaluate(full, facts);
        boolean asGiven = byGiven.mode().isStricterThan(byFull.mode());
        PolicyRegistry policies = call.setting().policies();
        ToolCall other = call.setting().ruled(tool, call.with(asGiven ? full : given), facts);
        Optional<PolicyDenial> denied = policies.preview(other, true).denial();
        if (denied.isPresent()) {
            PolicyDenial denial = denied.get();
            policies.reportDenial(other, denial);
            return removed(GateVerdict.removed(
                    Decision.of(Decision.By.POLICY, denial.reason()).withPolicy(denial.policy())));
        }
        if (!asGiven) {
            return conclude(call.stream(), full);
        }
        CallSetting setting = call.setting();
        CallSetting bare = setting.with(Map.of(other.tool(), withoutDefaults(tool)), setting.shadow());
        ToolCallStream stream = open(bare, other.id(), other.tool()).stream().append(text);
        return conclude(stream, given);
    }

    /** Returns the tool without its defaults, and without its record, which may have defaults of its own. */
    private static PreparedTool withoutDefaults(PreparedTool tool) {
        DeclaredTool named =
                DeclaredTool.of(tool.definition().name(), tool.definition().schema());
        return new PreparedTool(
                tool.definition().run().map(named::withRun).orElse(named),
                tool.schema().withoutDefaults(),
                tool.run(),
                tool.result(),
                tool.wording(),
                tool.source());
    }

    private static Pending conclude(ToolCallStream stream, @Nullable ObjectNode arguments) {
        return new Pending(stream.conclude().thenApply(outcome -> verdict(outcome, arguments)), stream::finish);
    }

    private static GateVerdict verdict(ToolCallOutcome outcome, @Nullable ObjectNode arguments) {
        return outcome.approved()
                .map(call -> approved(call, arguments))
                .orElseGet(() -> GateVerdict.removedByEngine(outcome.forModel()));
    }

    /**
     * Returns the verdict on an approved call. Edited arguments can't go out: the client gets the original call, or
     * none.
     */
    private static GateVerdict approved(ApprovedCall call, @Nullable ObjectNode arguments) {
        if (call.arguments().equals(arguments)) {
            return new GateVerdict("", Optional.of(call), Optional.empty());
        }
        call.failed();
        return GateVerdict.removed("It was approved with other arguments, and this gate can't change a call.");
    }

    static Pending cut() {
        return removed(GateVerdict.removed("The response was cut before the call was complete."));
    }

    private static Pending removed(GateVerdict verdict) {
        return new Pending(CompletableFuture.completedFuture(verdict), () -> {});
    }
}
