package dev.toolpolicy.runtime.call;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.runtime.internal.call.CallSetting;
import dev.toolpolicy.runtime.permission.Answer;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The end of one call: its outcome, which the first thread to ask determines. */
final class CallEnd {
    private final CallSetting setting;
    private final ToolCallStream stream;
    private final CallLog log;
    private volatile @Nullable ToolCallOutcome outcome;
    private @Nullable ToolCall waiting;
    private boolean refused;

    CallEnd(CallSetting setting, ToolCallStream stream, CallLog log) {
        this.setting = setting;
        this.stream = stream;
        this.log = log;
    }

    boolean isKnown() {
        return outcome != null;
    }

    /** Returns whether the service cancelled the call. Its text may still arrive. */
    boolean isCancelled() {
        return outcome instanceof ToolCallOutcome.Declined declined && declined.source() == Answer.Source.CANCELLED;
    }

    /** Makes a known refusal final. */
    synchronized void refuse() {
        refused = true;
    }

    synchronized ToolCallOutcome conclude(@Nullable NamedCall call, Permit permit, Optional<String> approval) {
        if (outcome == null) {
            Conclusion conclusion = new Conclusion(setting, stream, call);
            ToolCallOutcome found = conclusion.of(permit, approval, refused);
            outcome = found;
            waiting = conclusion.waiting();
            log.note(stream.length(), at -> new CallStep.Concluded(at, found.word(), found.forModel()));
        }
        return Objects.requireNonNull(outcome, "outcome");
    }

    /** Returns the call if it needs an approval. */
    synchronized Optional<ToolCall> waiting() {
        return Optional.ofNullable(waiting);
    }
}
