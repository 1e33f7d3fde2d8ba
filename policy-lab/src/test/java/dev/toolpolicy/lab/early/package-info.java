/**
 * Measures how early decisions fall: recorded calls of models, against rules as a coding agent would have them.
 *
 * <p>{@link dev.toolpolicy.lab.early.EarlinessMain} is the program; a
 * {@link dev.toolpolicy.lab.early.Timing} is what it measures of one call.
 */
@NullMarked
package dev.toolpolicy.lab.early;

import org.jspecify.annotations.NullMarked;
