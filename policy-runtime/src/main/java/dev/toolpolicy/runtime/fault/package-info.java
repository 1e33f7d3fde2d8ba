/**
 * What becomes of failures in the code of others: listeners, stores, policies, handlers, executors.
 *
 * <p>Read {@link dev.toolpolicy.runtime.fault.UserCode} first.
 */
@NullMarked
package dev.toolpolicy.runtime.fault;

import org.jspecify.annotations.NullMarked;
