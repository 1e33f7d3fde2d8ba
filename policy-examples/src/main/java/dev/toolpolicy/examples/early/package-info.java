/**
 * Measures how early decisions fall: recorded calls of models, against rules as a coding agent would have them.
 *
 * <p>{@link dev.toolpolicy.examples.early.EarlinessMain} is the program; a
 * {@link dev.toolpolicy.examples.early.Timing} is what it measures of one call.
 */
@NullMarked
package dev.toolpolicy.examples.early;

import org.jspecify.annotations.NullMarked;
