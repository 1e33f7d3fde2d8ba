/** An index of rules by the values that they match. */
@NullMarked
package dev.toolpolicy.analysis.internal.index;

import org.jspecify.annotations.NullMarked;
