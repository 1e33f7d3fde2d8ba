/**
 * The tools and policies that were read, and the problems found in them.
 *
 * <p>Read {@link dev.toolpolicy.processor.model.ToolDeclaration} first. Readers create these values, checks add
 * {@link dev.toolpolicy.processor.model.Findings}, and writers turn the values into code.
 */
@NullMarked
package dev.toolpolicy.processor.model;

import org.jspecify.annotations.NullMarked;
