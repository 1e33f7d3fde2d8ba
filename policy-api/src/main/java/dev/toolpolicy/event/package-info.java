/**
 * What services hear of their policies.
 *
 * <p>Read {@link dev.toolpolicy.event.PolicyListener} first; what happens to streams is heard by a
 * {@link dev.toolpolicy.event.StreamListener}.
 */
@NullMarked
package dev.toolpolicy.event;

import org.jspecify.annotations.NullMarked;

