package dev.toolpolicy.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.runtime.internal.call.CallSetting;
import dev.toolpolicy.runtime.internal.call.PreparedTool;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.turn.CallResult;
import java.lang.System.Logger;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The end of a call that a host ran elsewhere: its outcome is recorded, reported and delivered. */
final class FinishedCall {
    private static final Logger LOG = System.getLogger(PolicySession.class.getName());

    /** Such a call has no number of its own in this process. */
    private static final long NO_SERIAL = 0;

    private FinishedCall() {}

    /** Records the outcome, and returns what may go to the model by the tool's result rules. */
    static CallResult finish(CallSetting setting, String ticket, ToolResult outcome) {
        ToolCall call =
                setting.policies().recordOutcome(ticket, outcome instanceof ToolResult.Unknown ? null : outcome);
        setting.reports().report(record(setting, call, outcome));
        JsonNode content = outcome.fold(value -> value, TextNode::valueOf);
        CallResult ran = CallResult.ran(NO_SERIAL, call.id(), call.tool(), call.arguments(), content);
        return delivered(setting.tools().get(call.tool()), call, outcome.isSuccess() ? ran : ran.failed());
    }

    private static CallResult delivered(@Nullable PreparedTool tool, ToolCall call, CallResult ran) {
        Mode mode = tool == null
                ? Mode.DENY
                : tool.result().evaluate(call.arguments()).mode();
        String began = ran.success() ? "The call ran. " : "The call ran and did not succeed. ";
        return switch (mode) {
            case ALLOW -> ran;
            case DENY ->
                ran.delivering(
                        CallResult.Delivery.NOTICE,
                        TextNode.valueOf(began + "Its result is not shown: denied by this tool's result rules."));
            case ASK, EDIT ->
                ran.delivering(
                        CallResult.Delivery.NOTICE,
                        TextNode.valueOf(began + "Its result is not shown: that needs a person's approval."));
        };
    }

    private static CallRecord record(CallSetting setting, ToolCall call, ToolResult outcome) {
        Optional<Boolean> success =
                outcome instanceof ToolResult.Unknown ? Optional.empty() : Optional.of(outcome.isSuccess());
        String why = outcome.fold(value -> "", reason -> reason);
        CallStep.Moment now = new CallStep.Moment(UserCode.time(LOG, setting.clock()), 0);
        CallRecord record = new CallRecord(setting.session(), NO_SERIAL, call.id(), call.tool())
                .withArguments(call.arguments(), false)
                .withCheckedArguments(call.arguments())
                .withPolicies(setting.reports().policies())
                .withVerdict(CallRecord.Verdict.RAN, success)
                .followedBy(List.of(new CallStep.Ran(now, outcome.isSuccess(), why)));
        return setting.tools().containsKey(call.tool()) ? record.withKnownTool() : record;
    }
}
