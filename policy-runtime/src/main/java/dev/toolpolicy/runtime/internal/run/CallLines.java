package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.event.CallRecord.Decision;
import dev.toolpolicy.internal.text.VisibleText;
import java.util.Optional;

/** The line of the log for a call that didn't run. Text of models and people is made visible and short. */
final class CallLines {
    private CallLines() {}

    /**
     * Returns the line for a call that ended.
     *
     * @return one line; empty for a call that ran, and for one that a session policy denied, which the session logs
     */
    static Optional<String> lineOf(CallRecord call) {
        Decision decision = call.decision().orElse(null);
        CallRecord.Verdict verdict = call.verdict().orElse(null);
        if (verdict == null || verdict == CallRecord.Verdict.RAN) {
            return Optional.empty();
        }
        String name = "call " + VisibleText.line(call.tool(), VisibleText.NAME) + "#"
                + VisibleText.line(call.callId(), VisibleText.NAME) + " of session "
                + VisibleText.line(call.session(), VisibleText.NAME);
        if (decision == null) {
            return Optional.of(name + " did not run: " + verdict.word());
        }
        String reason =
                decision.reason().isEmpty() ? "" : ": " + VisibleText.line(decision.reason(), VisibleText.DETAIL);
        return switch (decision.by()) {
            case POLICY -> Optional.empty();
            case RULE, DEFAULT ->
                Optional.of(
                        verdict == CallRecord.Verdict.DENIED
                                ? rule(decision) + " denied " + name
                                : rule(decision) + " asks about " + name + ", which has no approval");
            case ANSWER ->
                Optional.of(name + " was declined (" + decision.source().orElse("unknown") + ")" + reason);
            case VALIDATION ->
                Optional.of(name + " is invalid (" + decision.code().orElse("unknown") + ")" + reason);
            case GATE -> Optional.of("the gate denied " + name + reason);
        };
    }

    private static String rule(Decision decision) {
        return decision.rule().isEmpty()
                ? "the default"
                : "rule " + (decision.rule().getAsInt() + 1) + " ("
                        + VisibleText.line(decision.words().orElse(""), VisibleText.DETAIL) + "; "
                        + VisibleText.line(decision.origin().orElse(""), VisibleText.DETAIL) + ")";
    }
}
