/**
 * Calls shown to people, whole or while their arguments arrive: nothing of what a model wrote can move a cursor, turn
 * text around, hide, or pass for what the display itself says.
 */
@NullMarked
package dev.toolpolicy.runtime.display;

import org.jspecify.annotations.NullMarked;

