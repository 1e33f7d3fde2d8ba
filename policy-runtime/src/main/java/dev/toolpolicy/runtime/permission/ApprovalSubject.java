package dev.toolpolicy.runtime.permission;

import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.text.VisibleText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The call that an approval request is about. Immutable.
 */
public final class ApprovalSubject {
    private final String session;
    private final long serial;
    private final String callId;
    private final ToolSpec<?> spec;
    private final NormalPath.Form paths;

    /**
     * Creates the subject of a request.
     *
     * @param session the session's id
     * @param serial the call's number, unique in the process
     * @param callId the provider's id of the call, possibly empty, not always unique
     * @param spec the tool, with its current rules
     * @param paths the engine's form of paths
     */
    public ApprovalSubject(String session, long serial, String callId, ToolSpec<?> spec, NormalPath.Form paths) {
        this.session = session;
        this.serial = serial;
        this.callId = callId;
        this.spec = spec;
        this.paths = paths;
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
        return spec.name();
    }

    /** Returns the tool, with its schema and its current rules. */
    public ToolSpec<?> spec() {
        return spec;
    }

    /** Returns the engine's form of paths, for a {@linkplain ApprovalRequest#display display}. */
    public NormalPath.Form paths() {
        return paths;
    }

    private List<Object> parts() {
        return List.of(session, serial, callId, spec, paths);
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
        return VisibleText.line("ApprovalSubject[session=" + session + ", serial=" + serial + ", callId=" + callId
                + ", tool=" + tool() + "]");
    }
}
