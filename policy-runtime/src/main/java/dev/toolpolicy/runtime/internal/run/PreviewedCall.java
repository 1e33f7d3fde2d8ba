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

/** The prospect of a call that was only looked at. */
public final class PreviewedCall implements CallPreview {
    private final ToolCallStream.Status status;

    private final Optional<RuleDecision> decision;

    private final Optional<PolicyDenial> denial;

    private final Optional<ArgumentError> error;

    private final String forModel;

    private PreviewedCall(ToolCallStream call) {
        status = call.status();
        decision = call.decision();
        denial = call.denial();
        error = call.error();
        forModel = switch (status) {
            case INVALID -> error.map(ArgumentError::forModel).orElse("");
            case DENIED -> call.earlyDenial().map(ToolCallOutcome::forModel).orElse("");
            case OPEN, WILL_RUN, WILL_ASK -> "";
        };
    }

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
        return new PreviewedCall(call);
    }

    @Override
    public ToolCallStream.Status status() {
        return status;
    }

    @Override
    public boolean willRun() {
        return status == ToolCallStream.Status.WILL_RUN;
    }

    @Override
    public Optional<RuleDecision> decision() {
        return decision;
    }

    @Override
    public Optional<PolicyDenial> denial() {
        return denial;
    }

    @Override
    public Optional<ArgumentError> error() {
        return error;
    }

    @Override
    public String forModel() {
        return forModel;
    }

    @Override
    public String toString() {
        return status + (forModel.isEmpty() ? "" : ": " + forModel);
    }
}
