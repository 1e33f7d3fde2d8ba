/** Imported permission lists. */
@NullMarked
package dev.toolpolicy.lab.lists;

import org.jspecify.annotations.NullMarked;
