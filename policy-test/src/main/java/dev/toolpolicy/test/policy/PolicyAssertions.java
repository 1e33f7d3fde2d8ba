package dev.toolpolicy.test.policy;

import dev.toolpolicy.runtime.PolicyEngine;

/**
 * The start of assertions about policies. They need no other library of assertions.
 *
 * <pre>{@code
 * assertThat(engine).call("run_command", "{\"command\": \"rm -rf /\"}").isDenied().by("no-rm");
 * assertThat(engine).after("read_file", json).call("write_file", json).isAllowed();
 * }</pre>
 */
public final class PolicyAssertions {
    private PolicyAssertions() {}

    /**
     * Starts assertions in a new session of an engine.
     *
     * @param engine the service's engine, or one for tests
     */
    public static PolicyAssert assertThat(PolicyEngine engine) {
        return PolicyAssert.in(engine);
    }

    /**
     * Starts assertions in a new session of a policy's engine, which is built for them.
     *
     * @param policy the policy
     * @throws dev.toolpolicy.runtime.InvalidPolicyException if the policy has errors
     */
    public static PolicyAssert assertThat(PolicyUnderTest policy) {
        return assertThat(policy.engine());
    }
}
