/**
 * Ready-made session policies: required earlier calls, limits, and approval.
 *
 * <p>Start with {@link dev.toolpolicy.runtime.policy.SequentialPolicy} and {@link
 * dev.toolpolicy.runtime.policy.KeyedPolicy}. {@link dev.toolpolicy.runtime.policy.Requirements} creates them from code
 * that reads like rules and from the tools' declarations. {@link dev.toolpolicy.runtime.policy.Policies} composes
 * policies.
 */
@NullMarked
package dev.toolpolicy.runtime.policy;

import org.jspecify.annotations.NullMarked;
