/** Globs on strings and paths, and the places of paths in a workspace, as languages. */
@org.jspecify.annotations.NullMarked
package dev.toolpolicy.analysis.internal.automaton.glob;
