package dev.toolpolicy.runtime.permission;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The call that an approval request is about. Immutable.
 */
public final class ApprovalSubject {
    private final String session;
    private final long serial;
    private final String callId;
    private final String tool;

    /**
     * Creates the subject of a request.
     *
     * @param session the session's id
     * @param serial the call's number, unique in the process
     * @param callId the provider's id of the call, possibly empty, not always unique
     * @param tool the tool's name
     */
    public ApprovalSubject(String session, long serial, String callId, String tool) {
        this.session = session;
        this.serial = serial;
        this.callId = callId;
        this.tool = tool;
    }

    /** Returns the session's id. */
    public String session() {
        return session;
    }

    /** Returns the call's number, unique in the process. */
    public long serial() {
        return serial;
    }

    /** Returns the provider's id of the call, possibly empty, not always unique. */
    public String callId() {
        return callId;
    }

    /** Returns the tool's name. */
    public String tool() {
        return tool;
    }

    private List<Object> parts() {
        return List.of(session, serial, callId, tool);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ApprovalSubject that && parts().equals(that.parts());
    }

    @Override
    public int hashCode() {
        return parts().hashCode();
    }

    @Override
    public String toString() {
        return "ApprovalSubject[session=" + session + ", serial=" + serial + ", callId=" + callId + ", tool=" + tool
                + "]";
    }
}
