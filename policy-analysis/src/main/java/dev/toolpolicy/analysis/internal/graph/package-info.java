/**
 * Which tools require each other in a circle: {@link dev.toolpolicy.analysis.internal.graph.RequirementGraph}.
 */
@NullMarked
package dev.toolpolicy.analysis.internal.graph;

import org.jspecify.annotations.NullMarked;

