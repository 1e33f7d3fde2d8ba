/**
 * The one validator of rule lists, for annotations, configuration and code alike, and the words for what it finds.
 *
 * <p>Read {@link dev.toolpolicy.runtime.analysis.RuleListCheck} first: it takes rules as they were
 * {@linkplain dev.toolpolicy.runtime.analysis.RuleDraft written} and gives them as checked rules, or
 * {@linkplain dev.toolpolicy.runtime.analysis.Diagnostic what is wrong}, all of it.
 * {@link dev.toolpolicy.runtime.analysis.Words} holds every sentence.
 */
@NullMarked
package dev.toolpolicy.runtime.analysis;

import org.jspecify.annotations.NullMarked;
