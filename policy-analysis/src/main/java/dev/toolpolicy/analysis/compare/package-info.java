/** Comparisons of rule lists and of sets of tools: which calls are answered differently. */
@NullMarked
package dev.toolpolicy.analysis.compare;

import org.jspecify.annotations.NullMarked;
