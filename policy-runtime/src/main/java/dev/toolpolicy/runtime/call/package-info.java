/**
 * The life of a call: its text arrives, a decision falls, it is approved, refused or invalid.
 *
 * <p>Read {@link dev.toolpolicy.runtime.call.ToolCallStream} first: one call. A
 * {@link dev.toolpolicy.runtime.call.ResponseStream} has the calls of one response of a model.
 */
@NullMarked
package dev.toolpolicy.runtime.call;

import org.jspecify.annotations.NullMarked;

