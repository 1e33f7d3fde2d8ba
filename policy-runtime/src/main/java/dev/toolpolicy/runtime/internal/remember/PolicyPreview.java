package dev.toolpolicy.runtime.internal.remember;

import dev.toolpolicy.runtime.call.PolicyDenial;
import java.util.Optional;

/**
 * A preview of the policies' decision on a call, as far as its arguments are known. It is not binding: the check just
 * before the call runs is final, since other calls may succeed until then. Immutable.
 *
 * @param kind what the policies say so far
 * @param denial the policy that would deny the call, and its reason; empty unless one does
 */
public record PolicyPreview(Kind kind, Optional<PolicyDenial> denial) {
    /** All policies would allow the call. */
    public static final PolicyPreview ALLOWED = new PolicyPreview(Kind.ALLOWED, Optional.empty());
    /** No policy denies the call yet, but some need arguments that are not known yet. */
    public static final PolicyPreview WAITING = new PolicyPreview(Kind.WAITING, Optional.empty());

    /** The kinds of previews. */
    public enum Kind {
        ALLOWED,
        DENIED,
        WAITING
    }

    static PolicyPreview denied(PolicyDenial denial) {
        return new PolicyPreview(Kind.DENIED, Optional.of(denial));
    }
}
