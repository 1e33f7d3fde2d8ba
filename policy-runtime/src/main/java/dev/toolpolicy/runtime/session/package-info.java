/**
 * Policies that remember: what happened in a session decides what may happen next.
 *
 * <p>Read {@link dev.toolpolicy.runtime.session.PolicyRegistry} first: one session's policies with their state.
 * {@link dev.toolpolicy.runtime.session.SequentialPolicy} and {@link dev.toolpolicy.runtime.session.KeyedPolicy} are
 * policies for any use; {@link dev.toolpolicy.runtime.session.Requirements} makes them from words that read like rules
 * and from what tools declare.
 */
@NullMarked
package dev.toolpolicy.runtime.session;

import org.jspecify.annotations.NullMarked;
