package dev.toolpolicy.runtime.call;

import dev.toolpolicy.runtime.decision.PolicyDenial;
import dev.toolpolicy.runtime.decision.RuleDecision;
import dev.toolpolicy.runtime.internal.call.CallSetting;
import dev.toolpolicy.runtime.internal.call.Constructors;
import dev.toolpolicy.schema.ArgumentError;
import java.util.Optional;

/**
 * A preview of the decision on a complete call, by rules, requirements and limits as they were at that moment. Nothing
 * was asked, reserved or recorded, and there is nothing in it to run. Immutable.
 */
public final class CallPreview {
    static {
        Constructors.register(
                CallPreview.class, parts -> of((CallSetting) parts[0], (String) parts[1], (String) parts[2]));
    }

    private final ToolCallStream.Status status;
    private final Optional<RuleDecision> decision;
    private final Optional<PolicyDenial> denial;
    private final Optional<ArgumentError> error;
    private final String forModel;

    private CallPreview(ToolCallStream call) {
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

    private static CallPreview of(CallSetting setting, String tool, String arguments) {
        ToolCallStream call = Constructors.create(ToolCallStream.class, setting.previewing(), "", tool);
        call.append(arguments);
        call.end(ResponseEnd.COMPLETE);
        return new CallPreview(call);
    }

    /**
     * Returns what would become of the call.
     *
     * @return {@code WILL_RUN}, {@code WILL_ASK}, {@code DENIED} or {@code INVALID}
     */
    public ToolCallStream.Status status() {
        return status;
    }

    /** Returns whether the call would run without an approval. A call that would ask may run, too. */
    public boolean willRun() {
        return status == ToolCallStream.Status.WILL_RUN;
    }

    /**
     * Returns the decision of the tool's rules.
     *
     * @return the decision; empty if the call is invalid
     */
    public Optional<RuleDecision> decision() {
        return decision;
    }

    /**
     * Returns the denial by a session policy, which an approval may lift if {@link #status} is {@code WILL_ASK}.
     *
     * @return the denial; empty if no policy denies the call
     */
    public Optional<PolicyDenial> denial() {
        return denial;
    }

    /** Returns why the call is invalid. */
    public Optional<ArgumentError> error() {
        return error;
    }

    /**
     * Returns the message that the model would get.
     *
     * @return why the call is denied or invalid; empty if it would run or ask
     */
    public String forModel() {
        return forModel;
    }

    @Override
    public String toString() {
        return status + (forModel.isEmpty() ? "" : ": " + forModel);
    }
}
