/**
 * The stores of sessions' state.
 *
 * <p>Start with {@link dev.toolpolicy.runtime.store.SessionStore}.
 */
@NullMarked
package dev.toolpolicy.runtime.store;

import org.jspecify.annotations.NullMarked;
