package dev.toolpolicy.runtime.internal.remember;

import dev.toolpolicy.ToolPolicy;
import java.time.Duration;
import java.util.Collection;
import java.util.stream.Stream;

/** The policies inside policies. Stateless. */
public final class PolicyTree {
    private PolicyTree() {}

    /** A policy that counts what happened within a time. */
    public interface Timed {
        /** Returns the longest such time. */
        Duration window();
    }

    /** Returns the longest time within which one of these policies counts, inside others too; zero if none does. */
    public static Duration longestWindow(Collection<? extends ToolPolicy> policies) {
        return policies.stream()
                .flatMap(PolicyTree::leaves)
                .flatMap(leaf -> leaf instanceof Timed timed ? Stream.of(timed.window()) : Stream.empty())
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    /** Returns the policies inside a policy that contain no others; the policy itself if it contains none. */
    public static Stream<ToolPolicy> leaves(ToolPolicy policy) {
        ToolPolicy innermost = WrapperPolicy.innermost(policy);
        return innermost instanceof ComposedPolicy composed
                ? composed.parts().flatMap(PolicyTree::leaves)
                : Stream.of(innermost);
    }
}
