package dev.toolpolicy.runtime.policy;

import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.internal.policy.AllOfPolicy;
import dev.toolpolicy.runtime.internal.policy.AnyOfPolicy;
import dev.toolpolicy.runtime.internal.policy.ConditionalPolicy;
import java.util.List;
import java.util.function.Predicate;

/**
 * Policies out of policies. None of them allows what a policy within denies, but {@link #anyOf}, which is for that; and
 * then only what another one within allows. A {@link StatedRequirement} within another policy compares keys as they are
 * written, since an engine resolves only those it is given directly.
 */
public final class Policies {
    private Policies() {}

    /**
     * A policy that counts in some sessions, named {@code conditional:<inner>}.
     *
     * @param inner the policy
     * @param when whether it counts, by what the session is at the check; asked once a call, and the answer serves the
     *     check and the result alike. Pure, and called from any thread. If it throws, the policy counts
     * @return the policy, with the tools and the state of the inner one; where it doesn't count it allows, and remembers
     *     nothing
     */
    public static ToolPolicy conditional(ToolPolicy inner, Predicate<? super PolicyContext> when) {
        return conditional("conditional:" + inner.name(), inner, when);
    }

    /**
     * A policy that counts in some sessions.
     *
     * @param name its name, not empty
     * @param inner the policy
     * @param when as in {@link #conditional(ToolPolicy, Predicate)}
     * @return the policy
     * @throws IllegalArgumentException if the name is empty
     */
    public static ToolPolicy conditional(String name, ToolPolicy inner, Predicate<? super PolicyContext> when) {
        return new ConditionalPolicy(name, inner, when);
    }

    /**
     * Several policies as one, which allows what all of them allow: of a tool's call those are asked that govern the tool,
     * in order, up to the first that denies, whose reason is given. Without any it allows everything.
     *
     * @param name its name, not empty
     * @param policies the policies, of different names
     * @return the policy
     * @throws IllegalArgumentException if the name is empty, or two policies have one name
     */
    public static ToolPolicy allOf(String name, ToolPolicy... policies) {
        return AllOfPolicy.named(name, List.of(policies));
    }

    /**
     * Several policies as one, which allows what at least one of them allows: of a tool's call all are asked that govern
     * the tool, and if none allows it, all their reasons are given. Without any it denies everything. One that fails denies
     * the call, whatever the others say.
     *
     * <p>All that allow a call reserve for it. Those that denied it hear of its success like the others, but reserved
     * nothing and take nothing back.
     *
     * @param name its name, not empty
     * @param policies the policies, of different names
     * @return the policy
     * @throws IllegalArgumentException if the name is empty, or two policies have one name
     */
    public static ToolPolicy anyOf(String name, ToolPolicy... policies) {
        return AnyOfPolicy.named(name, List.of(policies));
    }

    /**
     * A policy with somebody around it.
     *
     * @param inner the policy
     * @param interceptor sees what it decides and hears of what it is told
     * @return the policy, with the name, the tools and the state of the inner one: what was remembered with an interceptor
     *     is remembered without it
     */
    public static ToolPolicy around(ToolPolicy inner, Interceptor interceptor) {
        return new InterceptedPolicy(inner, interceptor);
    }

    /**
     * A policy that writes a line to the log, at DEBUG, for each check that counts and for each outcome: its name, the
     * call's id and tool, the session and what became of the call, and neither arguments nor reasons.
     *
     * @param inner the policy
     * @return the policy, with the name, the tools and the state of the inner one
     */
    public static ToolPolicy logging(ToolPolicy inner) {
        return logging(inner, System.getLogger(Policies.class.getName()));
    }

    /**
     * A policy that writes as {@link #logging(ToolPolicy)} does.
     *
     * @param inner the policy
     * @param log where it writes
     * @return the policy
     */
    public static ToolPolicy logging(ToolPolicy inner, System.Logger log) {
        return around(inner, new LoggingInterceptor(inner.name(), log));
    }

    /**
     * Somebody around a policy. Called from any thread, and again for the same call when the session's state changed in
     * between; must not block.
     */
    public interface Interceptor {

        /**
         * Sees what the policy says of a call, in previews as well, and may deny what it allows. What the policy denies is
         * denied whatever comes back.
         *
         * @param call the call; in a preview with those arguments that are complete
         * @param decision what the policy says
         * @param context where the call happens
         * @return the decision; throwing or returning null denies
         */
        default PolicyDecision onDecision(ToolCall call, PolicyDecision decision, PolicyContext context) {
            return decision;
        }

        /**
         * Hears of the check that counts. If it throws, that is logged.
         *
         * @param call the call with all its arguments
         * @param decision what the session's policies together say
         * @param context where the call happens
         */
        default void onCheck(ToolCall call, PolicyDecision decision, PolicyContext context) {}

        /**
         * Hears of a call that ran and succeeded. If it throws, that is logged.
         *
         * @param call the call as it was checked
         * @param result what came of it
         * @param context where the call happened
         */
        default void onResult(ToolCall call, ToolResult result, PolicyContext context) {}

        /**
         * Hears of a call that began and did not succeed. If it throws, that is logged.
         *
         * @param call the call as it was checked
         * @param context where the call happened
         */
        default void onFailure(ToolCall call, PolicyContext context) {}
    }
}
