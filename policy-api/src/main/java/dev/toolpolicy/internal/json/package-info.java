/** JSON values as values: when two are equal, and the text that equal ones share. */
@NullMarked
package dev.toolpolicy.internal.json;

import org.jspecify.annotations.NullMarked;
