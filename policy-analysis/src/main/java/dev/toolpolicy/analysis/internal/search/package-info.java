/** The search for a call that a rule decides, or the proof that there is none. */
@NullMarked
package dev.toolpolicy.analysis.internal.search;

import org.jspecify.annotations.NullMarked;
