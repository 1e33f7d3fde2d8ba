package dev.toolpolicy.runtime.internal.policy;

/** The words by which events report faults of a session that no policy decided. */
public final class SessionFaults {
    /** The policy's name in denials of a call whose session can't be read or changed. */
    public static final String STORE = "session_store";

    /** The error of a policy that failed when it was notified. */
    public static final String DEGRADED = "it denies until it is reset";

    private SessionFaults() {}
}
