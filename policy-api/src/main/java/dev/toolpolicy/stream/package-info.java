/**
 * A call's arguments, and a model's whole response, while they arrive.
 *
 * <p>For arguments read {@link dev.toolpolicy.stream.Fragment} first: a place and a piece of what stands there. Who wants
 * to allocate nothing implements {@link dev.toolpolicy.stream.FragmentVisitor} instead; both tell the same.
 *
 * <p>For responses read {@link dev.toolpolicy.stream.EventDrivenPolicy} first: a policy between a model and a client, whose
 * hooks hear of each {@link dev.toolpolicy.stream.StreamChunk} and send what the client is to get.
 */
@NullMarked
package dev.toolpolicy.stream;

import org.jspecify.annotations.NullMarked;

