package dev.toolpolicy.analysis.internal.search;

/**
 * A parameter of the tool, or a declared fact.
 *
 * @param fact whether it is a fact
 * @param name the name
 */
record Slot(boolean fact, String name) {}
