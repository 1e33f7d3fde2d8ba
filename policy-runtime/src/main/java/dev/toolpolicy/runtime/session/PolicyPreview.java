package dev.toolpolicy.runtime.session;

/**
 * What a session's policies would say of a call, as far as its arguments are known. It binds nobody: the check just
 * before the call runs is the one that counts, since other calls may succeed until then. A closed family of immutable
 * values.
 */
public sealed interface PolicyPreview {

    /** All policies would allow the call. */
    record Allowed() implements PolicyPreview {}

    /**
     * A policy would deny the call, and all before it would allow it.
     *
     * @param denial by which policy and why
     */
    record Denied(PolicyDenial denial) implements PolicyPreview {}

    /**
     * A policy needs arguments that are not known yet, and all before it would allow the call.
     *
     * @param policy the name of the policy
     */
    record Waiting(String policy) implements PolicyPreview {}
}
