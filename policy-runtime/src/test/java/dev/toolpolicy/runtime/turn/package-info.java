/** Turns: responses whose calls run. */
@NullMarked
package dev.toolpolicy.runtime.turn;

import org.jspecify.annotations.NullMarked;
