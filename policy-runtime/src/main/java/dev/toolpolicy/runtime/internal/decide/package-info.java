/** The decision by rules: the program of a list, its evaluation while a text is read, and explanations. */
@NullMarked
package dev.toolpolicy.runtime.internal.decide;

import org.jspecify.annotations.NullMarked;
