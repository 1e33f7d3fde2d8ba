package dev.toolpolicy.runtime.session;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.internal.text.VisibleText;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A stored request to approve one call, and its answer. It can be requested on one node and answered on another, also
 * after a restart. It allows one run of this call, with these arguments, under the policies at the time of the request.
 * Immutable: it shows the state at the time of reading.
 */
public final class Approval {
    private final String id;
    private final String session;
    private final ToolCall call;
    private final Instant asked;
    private final Instant expires;
    private final Status status;
    private final String askedBy;
    private final Optional<String> by;
    private final Optional<String> reason;

    Approval(
            String id,
            String session,
            ToolCall call,
            Instant asked,
            Instant expires,
            Status status,
            String askedBy,
            Optional<String> by,
            Optional<String> reason) {
        this.id = id;
        this.session = session;
        this.call = call;
        this.asked = asked;
        this.expires = expires;
        this.status = status;
        this.askedBy = askedBy;
        this.by = by;
        this.reason = reason;
    }

    /** Returns the approval's id, which can't be guessed. */
    public String id() {
        return id;
    }

    /** Returns the session of the call. */
    public String session() {
        return session;
    }

    /** Returns the call. */
    public ToolCall call() {
        return call;
    }

    /** Returns the time of the request. */
    public Instant asked() {
        return asked;
    }

    /** Returns the time at which the approval expires, answered or not. */
    public Instant expires() {
        return expires;
    }

    /** Returns the status. */
    public Status status() {
        return status;
    }

    /**
     * Returns what asks for approval, in words. A call that another rule, path or policy asks about when it is resumed
     * doesn't run.
     *
     * @return one line, such as {@code rule 2 (/path prefix "prod/" -> ask), policy 'approval_required'}
     */
    public String askedBy() {
        return askedBy;
    }

    /** Returns who answered; empty without an answer. */
    public Optional<String> by() {
        return by;
    }

    /** Returns the reason of the answer, if one was given. */
    public Optional<String> reason() {
        return reason;
    }

    /** The status of an approval. */
    public enum Status {
        /** The request has no answer yet. */
        PENDING,
        /** The call may run once. */
        GRANTED,
        /** The call must not run. */
        DECLINED,
        /** The approval was used by the call's run. */
        SPENT,
        /** The approval has expired. */
        EXPIRED;

        String words() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private List<Object> parts() {
        return List.of(id, session, call, asked, expires, status, askedBy, by, reason);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Approval that && parts().equals(that.parts());
    }

    @Override
    public int hashCode() {
        return parts().hashCode();
    }

    @Override
    public String toString() {
        return VisibleText.line("Approval[id=" + id + ", session=" + session + ", call=" + call + ", asked=" + asked
                + ", expires=" + expires + ", status=" + status + ", askedBy=" + askedBy + ", by=" + by + ", reason="
                + reason + "]");
    }
}
