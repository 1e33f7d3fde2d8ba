package dev.toolpolicy.runtime.internal.remember;

import dev.toolpolicy.runtime.call.PolicyDenial;
import org.jspecify.annotations.Nullable;

/**
 * A preview of the policies' decision on a call, as far as its arguments are known. It is not binding: the check just
 * before the call runs is final, since other calls may succeed until then. A closed family of immutable values.
 */
public sealed interface PolicyPreview {

    /**
     * Calls the visitor's method for this kind of preview.
     *
     * @return the method's result
     */
    <R extends @Nullable Object> R accept(Visitor<R> visitor);

    /**
     * A function of previews, with a case for each kind. A kind that joins the family becomes a method without a
     * default.
     *
     * @param <R> the type of the results
     */
    interface Visitor<R extends @Nullable Object> {
        /** Returns the result for a call that is allowed. */
        R allowed(Allowed preview);

        /** Returns the result for a call that is denied. */
        R denied(Denied preview);

        /** Returns the result for a call whose arguments are not known yet. */
        R waiting(Waiting preview);
    }

    /** All policies would allow the call. */
    record Allowed() implements PolicyPreview {
        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.allowed(this);
        }
    }

    /**
     * A policy would deny the call.
     *
     * @param denial the policy and its reason
     */
    record Denied(PolicyDenial denial) implements PolicyPreview {
        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.denied(this);
        }
    }

    /**
     * No policy denies the call yet, but some need arguments that are not known yet.
     *
     * @param policy the name of the first that does
     */
    record Waiting(String policy) implements PolicyPreview {
        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.waiting(this);
        }
    }
}
