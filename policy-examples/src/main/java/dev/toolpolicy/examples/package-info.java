/**
 * The example: recorded responses of real models, played against annotated tools.
 *
 * <p>Read {@link dev.toolpolicy.examples.ResponsePlayer} first: it is what a service does with a response, step by
 * step. {@link dev.toolpolicy.examples.Scenarios} lists what is played, the {@code tools} packages declare what is
 * called, {@code wire} reads what came over HTTP; the rest only prints.
 */
@NullMarked
package dev.toolpolicy.examples;

import org.jspecify.annotations.NullMarked;

