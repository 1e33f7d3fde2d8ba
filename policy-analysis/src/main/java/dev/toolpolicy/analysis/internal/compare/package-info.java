/** Comparisons of rule lists and of sets of tools: which calls are decided differently. */
@NullMarked
package dev.toolpolicy.analysis.internal.compare;

import org.jspecify.annotations.NullMarked;
