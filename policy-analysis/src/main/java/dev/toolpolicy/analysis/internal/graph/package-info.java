/** The graph of requirements between tools, and its cycles. */
@NullMarked
package dev.toolpolicy.analysis.internal.graph;

import org.jspecify.annotations.NullMarked;
