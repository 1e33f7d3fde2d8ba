/**
 * Which tools require each other in a circle: {@link dev.toolpolicy.runtime.graph.RequirementGraph}.
 */
@NullMarked
package dev.toolpolicy.runtime.graph;

import org.jspecify.annotations.NullMarked;
