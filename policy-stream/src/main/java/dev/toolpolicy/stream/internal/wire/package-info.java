/**
 * Recorded HTTP bodies of models, read into neutral parts.
 *
 * <p>Read {@link dev.toolpolicy.stream.internal.wire.WireResponse} first: its {@code read} takes a body and recognises which
 * {@linkplain dev.toolpolicy.stream.internal.wire.WireFormat format} it is in. What follows is the same for all of them: calls
 * start, their argument text arrives, they end.
 */
@NullMarked
package dev.toolpolicy.stream.internal.wire;

import org.jspecify.annotations.NullMarked;
