/**
 * The events that services receive from their policies.
 *
 * <p>A {@link dev.toolpolicy.event.CallRecord} tells everything of one call; a {@link dev.toolpolicy.event.PolicyEvent}
 * tells of session policies, and a {@link dev.toolpolicy.event.StreamEvent} of streams.
 */
@NullMarked
package dev.toolpolicy.event;

import org.jspecify.annotations.NullMarked;
