/** Many languages matched at once, character by character, with the earliest certain answer. */
@NullMarked
package dev.toolpolicy.analysis.internal.automaton.match;

import org.jspecify.annotations.NullMarked;
