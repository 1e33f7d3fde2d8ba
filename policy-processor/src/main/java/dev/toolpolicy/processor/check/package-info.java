/**
 * The checks: rules against their tool's parameters, keys, requirements between tools, and cycles of requirements.
 *
 * <p>Read {@link dev.toolpolicy.processor.check.ToolCheck} first, which checks one tool, then
 * {@link dev.toolpolicy.processor.check.CatalogCheck}, which checks the tools of a module together. Checks only add
 * findings; they print and write nothing.
 */
@NullMarked
package dev.toolpolicy.processor.check;

import org.jspecify.annotations.NullMarked;
