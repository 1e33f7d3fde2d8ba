/**
 * Sessions: the state that policies keep, in which earlier calls decide what may happen next.
 *
 * <p>Start with {@link dev.toolpolicy.runtime.session.PolicyRegistry}: one session's policies, with their state in a
 * store. {@link dev.toolpolicy.runtime.snapshot.PolicySnapshot} is a copy of that state. {@link
 * dev.toolpolicy.runtime.session.Approvals} contains approvals that wait in the store.
 */
@NullMarked
package dev.toolpolicy.runtime.session;

import org.jspecify.annotations.NullMarked;
