/**
 * Decides by rules: on complete arguments, and while they still stream.
 *
 * <p>Read {@link dev.toolpolicy.runtime.internal.rule.CompiledRules} first: a list made ready for one tool's schema.
 * {@link dev.toolpolicy.runtime.internal.rule.RuleEvaluation} follows one call and decides as early as it is certain.
 */
@NullMarked
package dev.toolpolicy.runtime.internal.rule;

import org.jspecify.annotations.NullMarked;

