/**
 * The life of a call: its text arrives, rules and policies decide, and the call is approved, declined, denied or
 * invalid.
 *
 * <p>Start with {@link dev.toolpolicy.runtime.call.ToolCallStream}: one call. A {@link
 * dev.toolpolicy.runtime.call.ResponseStream} contains the calls of one response of a model.
 */
@NullMarked
package dev.toolpolicy.runtime.call;

import org.jspecify.annotations.NullMarked;
