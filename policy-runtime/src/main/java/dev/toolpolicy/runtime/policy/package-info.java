/**
 * Ready-made session policies: required earlier calls, limits, and approval.
 *
 * <p>Start with {@link dev.toolpolicy.runtime.policy.Policies#requires(String, String...)}, which reads like rules. {@link
 * dev.toolpolicy.runtime.policy.Policies} composes policies.
 */
@NullMarked
package dev.toolpolicy.runtime.policy;

import org.jspecify.annotations.NullMarked;
