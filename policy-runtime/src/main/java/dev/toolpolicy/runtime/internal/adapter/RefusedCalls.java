package dev.toolpolicy.runtime.internal.adapter;

import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.internal.engine.OpenSession;
import dev.toolpolicy.runtime.internal.run.CallSetting;
import dev.toolpolicy.runtime.internal.run.StreamedCall;
import java.util.List;

/** The reporting of calls that an adapter refuses before the engine decides about them. Stateless. */
public final class RefusedCalls {
    private RefusedCalls() {}

    /**
     * Reports a call that doesn't run, to the engine's listeners and the log, as one that is invalid.
     *
     * @param session the session of the call
     * @param id the provider's id of the call, possibly empty
     * @param tool the name of the tool as the model gave it
     * @param reason why it doesn't run, as the model gets it
     */
    public static void report(PolicySession session, String id, String tool, String reason) {
        CallSetting setting = OpenSession.settingsOf(session).get().previewing();
        CallRecord call = StreamedCall.named(setting, id, tool).record();
        CallStep end = CallStep.concluded("invalid", reason).at(call.started().orElseThrow(), 0);
        CallRecord.Decision by = CallRecord.Decision.of(CallRecord.Decision.By.VALIDATION, reason);
        setting.reports()
                .report(call.withVerdict(CallRecord.Verdict.INVALID, call.success())
                        .withDecision(by.withCode("refused"))
                        .followedBy(List.of(end)));
    }
}
