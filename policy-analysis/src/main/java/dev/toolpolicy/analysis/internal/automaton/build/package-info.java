/** Languages of texts as automata: construction, minimization, products, witnesses. */
@NullMarked
package dev.toolpolicy.analysis.internal.automaton.build;

import org.jspecify.annotations.NullMarked;
