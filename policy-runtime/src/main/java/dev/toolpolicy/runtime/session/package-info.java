/**
 * Sessions: what happened in one decides what may happen next.
 *
 * <p>Read {@link dev.toolpolicy.runtime.session.PolicyRegistry} first: one session's policies with their state, which is
 * in a store. {@link dev.toolpolicy.runtime.snapshot.PolicySnapshot} keeps a moment of it,
 * {@link dev.toolpolicy.runtime.session.Approvals} asks people.
 */
@NullMarked
package dev.toolpolicy.runtime.session;

import dev.toolpolicy.runtime.snapshot.PolicySnapshot;
import org.jspecify.annotations.NullMarked;

