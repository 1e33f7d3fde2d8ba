/**
 * The events that services receive from their policies, and the listeners for them.
 *
 * <p>Read {@link dev.toolpolicy.event.PolicyListener} first. A {@link dev.toolpolicy.event.StreamListener} receives the
 * events of streams.
 */
@NullMarked
package dev.toolpolicy.event;

import org.jspecify.annotations.NullMarked;
