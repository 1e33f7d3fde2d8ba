package dev.toolpolicy.runtime.internal.approve;

import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.schema.NormalPath;

/**
 * The call that an approval request is about. Immutable.
 *
 * @param session the session's id
 * @param serial the call's number, unique in the process
 * @param callId the provider's id of the call, possibly empty, not always unique
 * @param spec the tool, with its current rules
 * @param paths the engine's form of paths
 */
public record ApprovalSubject(String session, long serial, String callId, ToolSpec<?> spec, NormalPath.Form paths) {
    /** Returns the tool's name. */
    public String tool() {
        return spec.name();
    }

    @Override
    public String toString() {
        return VisibleText.line("ApprovalSubject[session=" + session + ", serial=" + serial + ", callId=" + callId
                + ", tool=" + tool() + "]");
    }
}
