/** Ranges of the numbers that a type holds, and readable numbers in them. */
@NullMarked
package dev.toolpolicy.analysis.internal.number;

import org.jspecify.annotations.NullMarked;
