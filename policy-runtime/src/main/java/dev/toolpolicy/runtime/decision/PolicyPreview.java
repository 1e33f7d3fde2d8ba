package dev.toolpolicy.runtime.decision;

/**
 * What a session's policies would say of a call, as far as its arguments are known. It binds nobody: the check just
 * before the call runs is the one that counts, since other calls may succeed until then. A closed family of immutable
 * values.
 */
public sealed interface PolicyPreview {

    /** All policies would allow the call. */
    record Allowed() implements PolicyPreview {}

    /**
     * A policy would deny the call.
     *
     * @param denial by which policy and why
     */
    record Denied(PolicyDenial denial) implements PolicyPreview {}

    /**
     * No policy denies the call yet, but some need arguments that are not known yet.
     *
     * @param policy the name of the first that does
     */
    record Waiting(String policy) implements PolicyPreview {}
}
