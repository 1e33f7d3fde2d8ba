/**
 * The handling of failures in user code: listeners, stores, policies, handlers and executors. Also the bounds of what
 * is kept in memory.
 *
 * <p>Start with {@link dev.toolpolicy.runtime.internal.fault.UserCode}.
 */
@NullMarked
package dev.toolpolicy.runtime.internal.fault;

import org.jspecify.annotations.NullMarked;
