/** The comparison of sets of tools: which calls are decided differently. */
@NullMarked
package dev.toolpolicy.analysis.compare;

import org.jspecify.annotations.NullMarked;
