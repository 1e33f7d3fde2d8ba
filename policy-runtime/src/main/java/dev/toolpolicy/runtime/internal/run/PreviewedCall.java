package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.runtime.call.CallPreview;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.schema.ArgumentError;
import java.util.Optional;

/**
 * The prospect of a call that was only looked at.
 *
 * @param status what will become of it
 * @param decision the decision of the rules; empty if there is none
 * @param denial the denial of a session policy; empty if there is none
 * @param error the first error in its text; empty if there is none
 * @param forModel what the model would be told; empty if the call would run or ask
 */
public record PreviewedCall(
        ToolCallStream.Status status,
        Optional<RuleDecision> decision,
        Optional<PolicyDenial> denial,
        Optional<ArgumentError> error,
        String forModel)
        implements CallPreview {
    /** Returns the mode by which a previewed call would be decided; an invalid one is denied. */
    public static Mode mode(CallPreview preview) {
        return switch (preview.status()) {
            case WILL_RUN -> Mode.ALLOW;
            case DENIED, INVALID -> Mode.DENY;
            case WILL_ASK, OPEN -> asking(preview.decision());
        };
    }

    /** Returns the mode of a call that asks. */
    public static Mode asking(Optional<RuleDecision> decision) {
        return decision.map(RuleDecision::mode).filter(Mode.EDIT::equals).orElse(Mode.ASK);
    }

    /**
     * Previews a call.
     *
     * @param setting the settings of the session
     * @param tool the tool's name
     * @param arguments the text of the arguments
     * @return the preview
     */
    public static CallPreview of(CallSetting setting, String tool, String arguments) {
        StreamedCall call = StreamedCall.named(setting.previewing(), "", tool);
        call.append(arguments);
        call.end(ResponseEnd.COMPLETE);
        String forModel = switch (call.status()) {
            case INVALID -> call.error().map(ArgumentError::forModel).orElse("");
            case DENIED -> call.earlyDenial().map(ToolCallOutcome::forModel).orElse("");
            case OPEN, WILL_RUN, WILL_ASK -> "";
        };
        return new PreviewedCall(call.status(), call.decision(), call.denial(), call.error(), forModel);
    }

    @Override
    public boolean willRun() {
        return status == ToolCallStream.Status.WILL_RUN;
    }

    @Override
    public String toString() {
        return status + (forModel.isEmpty() ? "" : ": " + forModel);
    }
}
