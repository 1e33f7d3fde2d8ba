/**
 * The events that services receive from their policies, and the listeners for them.
 *
 * <p>Read {@link dev.toolpolicy.event.PolicyEvent.Listener} first. A {@link dev.toolpolicy.event.StreamEvent.Listener}
 * receives the events of streams.
 */
@NullMarked
package dev.toolpolicy.event;

import org.jspecify.annotations.NullMarked;
