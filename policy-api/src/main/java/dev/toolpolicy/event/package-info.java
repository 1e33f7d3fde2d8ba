/**
 * What services hear of their policies.
 *
 * <p>Read {@link dev.toolpolicy.event.PolicyListener} first.
 */
@NullMarked
package dev.toolpolicy.event;

import org.jspecify.annotations.NullMarked;
