/**
 * The schema of a tool's arguments, and the errors in them.
 *
 * <p>Read {@link dev.toolpolicy.schema.ToolSchema} first: a tool's parameters with their
 * {@linkplain dev.toolpolicy.schema.ParameterType types}. An {@link dev.toolpolicy.schema.ArgumentPointer} names a
 * place in that schema. {@link dev.toolpolicy.schema.NormalPath} defines when two paths are equal. Every problem, at
 * compile time, load time or call time, has a {@link dev.toolpolicy.schema.DiagnosticCode}.
 */
@NullMarked
package dev.toolpolicy.schema;

import org.jspecify.annotations.NullMarked;
