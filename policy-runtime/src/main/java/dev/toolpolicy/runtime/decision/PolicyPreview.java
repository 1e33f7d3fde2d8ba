package dev.toolpolicy.runtime.decision;

/**
 * A preview of the policies' decision on a call, as far as its arguments are known. It is not binding: the check just
 * before the call runs is final, since other calls may succeed until then. A closed family of immutable values.
 */
public sealed interface PolicyPreview {

    /** All policies would allow the call. */
    record Allowed() implements PolicyPreview {}

    /**
     * A policy would deny the call.
     *
     * @param denial the policy and its reason
     */
    record Denied(PolicyDenial denial) implements PolicyPreview {}

    /**
     * No policy denies the call yet, but some need arguments that are not known yet.
     *
     * @param policy the name of the first that does
     */
    record Waiting(String policy) implements PolicyPreview {}
}
