/** The reading of argument text, as it comes, into checked values. */
@NullMarked
package dev.toolpolicy.runtime.internal.read;

import org.jspecify.annotations.NullMarked;
