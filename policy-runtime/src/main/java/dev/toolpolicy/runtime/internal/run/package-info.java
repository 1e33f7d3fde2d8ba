/** The way of a call: its text, its permission, its conclusion, its run and its result. */
@NullMarked
package dev.toolpolicy.runtime.internal.run;

import org.jspecify.annotations.NullMarked;
