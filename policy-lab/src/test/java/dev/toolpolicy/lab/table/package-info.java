/** The tables that the programs of this module print. */
@NullMarked
package dev.toolpolicy.lab.table;

import org.jspecify.annotations.NullMarked;
