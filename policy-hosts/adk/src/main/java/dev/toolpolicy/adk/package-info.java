/**
 * Policies for Google's Agent Development Kit.
 *
 * <p>Read {@link dev.toolpolicy.adk.ToolPolicyPlugin} first.
 */
@NullMarked
package dev.toolpolicy.adk;

import org.jspecify.annotations.NullMarked;
