/** The parser of ECMA-262 patterns. */
@NullMarked
package dev.toolpolicy.analysis.internal.automaton.pattern;

import org.jspecify.annotations.NullMarked;
