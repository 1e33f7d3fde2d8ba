/**
 * The types that a service and its tools are written against.
 *
 * <p>Read {@link dev.toolpolicy.ToolSpec} first: one tool with its schema and rules, as the annotation processor
 * generates it. {@link dev.toolpolicy.ToolCatalog} finds all of them. A {@link dev.toolpolicy.ToolPolicy} decides about
 * calls by what happened earlier in the session. The engine that applies them is in {@code dev.toolpolicy.runtime}.
 */
@NullMarked
package dev.toolpolicy;

import org.jspecify.annotations.NullMarked;
