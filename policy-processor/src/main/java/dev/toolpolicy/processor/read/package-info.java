/**
 * The readers, which turn records with {@code @Tool} into tool declarations.
 *
 * <p>Read {@link dev.toolpolicy.processor.read.ToolReader} first. A reader reports what it can't read and continues, so
 * one error never hides another.
 */
@NullMarked
package dev.toolpolicy.processor.read;

import org.jspecify.annotations.NullMarked;
