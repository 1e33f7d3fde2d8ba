/**
 * The example: streamed responses, played against annotated tools.
 *
 * <p>Read {@link dev.toolpolicy.examples.ResponsePlayer} first: it shows what a service does with a response, step by
 * step. {@link dev.toolpolicy.examples.Scenarios} lists the responses, and the {@code tools} packages declare the
 * tools. The other types print.
 */
@NullMarked
package dev.toolpolicy.examples;

import org.jspecify.annotations.NullMarked;
