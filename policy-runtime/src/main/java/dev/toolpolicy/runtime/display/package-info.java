/**
 * The display of calls to people, complete or while their arguments arrive. Text of a model can't move a cursor, change
 * the direction of text, hide, or look like the display's own words.
 */
@NullMarked
package dev.toolpolicy.runtime.display;

import org.jspecify.annotations.NullMarked;
