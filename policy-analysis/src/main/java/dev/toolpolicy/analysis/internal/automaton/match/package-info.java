/**
 * Regular languages of text: ECMA-262 patterns read by a reader of our own, as bounded automata that look at each
 * character once. {@link dev.toolpolicy.analysis.internal.automaton.match.TextAutomaton} steps through a text for all rules at one place
 * and tells which are settled, {@link dev.toolpolicy.analysis.internal.automaton.build.Language} is the algebra for the analysis.
 *
 * <p>Everything here is over well-formed text: sequences of Unicode scalar values. Half of a surrogate pair counts as
 * U+FFFD wherever it is met.
 */
@NullMarked
package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.build.Language;
import org.jspecify.annotations.NullMarked;

