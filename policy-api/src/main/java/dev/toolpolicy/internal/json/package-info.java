/** JSON values as values: when two are equal, the text that equal ones share, and the Java values that they become. */
@NullMarked
package dev.toolpolicy.internal.json;

import org.jspecify.annotations.NullMarked;
