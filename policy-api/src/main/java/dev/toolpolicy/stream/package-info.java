/**
 * The arguments of a call, and the whole response of a model, while they arrive.
 *
 * <p>For arguments read {@link dev.toolpolicy.stream.Fragment} first: a place and a piece of its value.
 *
 * <p>For responses read {@link dev.toolpolicy.stream.EventDrivenPolicy} first: a policy between a model and a client.
 * Its hooks receive each {@link dev.toolpolicy.stream.StreamChunk} and send the chunks that the client gets.
 */
@NullMarked
package dev.toolpolicy.stream;

import org.jspecify.annotations.NullMarked;
