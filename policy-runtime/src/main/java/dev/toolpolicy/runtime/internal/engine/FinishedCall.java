package dev.toolpolicy.runtime.internal.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.event.CallRecord.Decision;
import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.internal.flow.Arrival;
import dev.toolpolicy.runtime.internal.flow.Arrival.Reach;
import dev.toolpolicy.runtime.internal.remember.Outcomes.EndedCall;
import dev.toolpolicy.runtime.internal.run.CallMessages;
import dev.toolpolicy.runtime.internal.run.CallSetting;
import dev.toolpolicy.runtime.internal.run.PreparedTool;
import java.lang.System.Logger;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** The end of a call that a host ran elsewhere: its outcome is recorded, reported and delivered. */
final class FinishedCall {
    private static final Logger LOG = System.getLogger(PolicySession.class.getName());

    /** Such a call has no number of its own in this process. */
    private static final long NO_SERIAL = 0;

    private static final String LATE = "its outcome came too late";

    /** The members of a decision that are texts, each with its setter. */
    private static final Map<String, BiFunction<Decision, String, Decision>> PARTS = Map.of(
            "policy", Decision::withPolicy,
            "source", Decision::withSource,
            "approval", Decision::withApproval,
            "approver", Decision::withApprover);

    private FinishedCall() {}

    /**
     * Records the outcome, and returns what may go to the model by the tool's result rules. An outcome that comes too
     * late is reported as unknown, since the call ran, and is an error.
     */
    static CallResult finish(CallSetting setting, String ticket, ToolResult outcome) {
        boolean isKnown = outcome.kind() != ToolResult.Kind.UNKNOWN;
        AtomicReference<RuleDecision> by = new AtomicReference<>(RuleDecision.WITHHELD);
        Arrival arrival = setting.policies()
                .outcomes()
                .end(
                        ticket,
                        outcome,
                        (ended, turn) -> {
                            RuleDecision now = decision(setting.in(turn), ended);
                            by.set(now);
                            return isKnown ? reach(now) : Reach.PERHAPS;
                        },
                        ended -> summary(setting, ended),
                        ended -> setting.reports()
                                .report(record(setting, ended, ended.inTime() ? outcome : ToolResult.unknown(LATE))));
        ToolCall call = arrival.call();
        JsonNode content = outcome.fold(value -> value, TextNode::valueOf);
        CallResult ran = CallResult.ran(NO_SERIAL, call.id(), call.tool(), call.arguments(), content)
                .ending(outcome);
        return arrival.reach() == Reach.MODEL
                ? ran
                : delivered(setting, call, Objects.requireNonNull(by.get()), ran, outcome.kind());
    }

    /** Returns how far the text of an outcome gets. */
    private static Reach reach(RuleDecision by) {
        return by.mode() == Mode.ALLOW ? Reach.MODEL : Reach.NOBODY;
    }

    /** Returns a call in words, for people. */
    private static String summary(CallSetting setting, ToolCall call) {
        PreparedTool tool = setting.tools().get(call.tool());
        return tool == null ? "" : tool.summary(call.arguments());
    }

    /** Returns the decision on a result by the tool's current result rules. */
    private static RuleDecision decision(CallSetting setting, ToolCall call) {
        PreparedTool tool = setting.tools().get(call.tool());
        return tool == null ? RuleDecision.WITHHELD : tool.result().evaluate(call.arguments(), setting.known());
    }

    /**
     * Returns the result as it was decided when the outcome was stored. A tool that is gone has no rules, so nothing is
     * shown.
     */
    private static CallResult delivered(
            CallSetting setting, ToolCall call, RuleDecision by, CallResult ran, ToolResult.Kind kind) {
        PreparedTool tool = setting.tools().get(call.tool());
        Optional<RuleSpec> rule = tool == null ? Optional.empty() : tool.rule(ListKind.RESULT, by.rule());
        return CallMessages.resultKept(kind, by, rule)
                .map(notice -> ran.withNotice(notice))
                .orElse(ran);
    }

    private static CallRecord record(CallSetting setting, EndedCall ended, ToolResult outcome) {
        ToolCall call = ended.call();
        Optional<Boolean> success =
                outcome.kind() == ToolResult.Kind.UNKNOWN ? Optional.empty() : Optional.of(outcome.isSuccess());
        String why = outcome.fold(value -> "", reason -> reason);
        CallRecord record = new CallRecord(setting.session(), NO_SERIAL, call.id(), call.tool())
                .withArguments(call.arguments(), false)
                .withCheckedArguments(call.arguments())
                .withPolicies(setting.reports().policies())
                .withVerdict(CallRecord.Verdict.RAN, success)
                .followedBy(List.of(CallStep.ran(outcome.isSuccess(), why).at(UserCode.time(LOG, setting.clock()), 0)));
        CallRecord decided = ended.decision()
                .flatMap(FinishedCall::decision)
                .map(record::withDecision)
                .orElse(record);
        return setting.tools().containsKey(call.tool()) ? decided.withKnownTool() : decided;
    }

    /** Reads what decided that the call runs; empty if it is damaged. */
    private static Optional<Decision> decision(JsonNode json) {
        return Stream.of(Decision.By.values())
                .filter(by -> by.word().equals(json.path("by").asText()))
                .findFirst()
                .map(by -> decision(Decision.of(by, json.path("reason").asText()), json));
    }

    private static Decision decision(Decision plain, JsonNode json) {
        Decision decision = plain;
        int rule = json.path("rule").asInt();
        if (rule > 0) {
            decision = decision.withRule(
                    rule - 1, json.path("words").asText(), json.path("origin").asText());
        }
        for (Map.Entry<String, BiFunction<Decision, String, Decision>> part : PARTS.entrySet()) {
            if (json.path(part.getKey()).isTextual()) {
                decision =
                        part.getValue().apply(decision, json.path(part.getKey()).asText());
            }
        }
        return decision;
    }
}
