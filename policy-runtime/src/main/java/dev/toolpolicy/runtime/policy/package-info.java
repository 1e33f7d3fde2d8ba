/**
 * Policies for any use: what must have succeeded before, how often, with whose approval.
 *
 * <p>Read {@link dev.toolpolicy.runtime.policy.SequentialPolicy} and {@link dev.toolpolicy.runtime.policy.KeyedPolicy}
 * first; {@link dev.toolpolicy.runtime.policy.Requirements} makes them from words that read like rules and from what
 * tools declare, {@link dev.toolpolicy.runtime.policy.Policies} makes policies of policies.
 */
@NullMarked
package dev.toolpolicy.runtime.policy;

import org.jspecify.annotations.NullMarked;

