/** Imported permission lists. */
@NullMarked
package dev.toolpolicy.examples.lists;

import org.jspecify.annotations.NullMarked;
