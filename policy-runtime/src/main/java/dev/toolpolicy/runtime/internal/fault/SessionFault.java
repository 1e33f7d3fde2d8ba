package dev.toolpolicy.runtime.internal.fault;

/** The texts of policy events by which an engine's health tells failures apart. */
public final class SessionFault {
    /** The name of the policy in denials by a session's store that failed. */
    public static final String STORE = "session_store";

    /** The error of a policy that denies from now on. Any other error is of a store that will be tried again. */
    public static final String DEGRADED = "it denies until it is reset";

    private SessionFault() {}
}
