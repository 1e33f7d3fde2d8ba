/** Turns: responses whose calls run. */
@NullMarked
package dev.toolpolicy.runtime.internal.run;

import org.jspecify.annotations.NullMarked;
