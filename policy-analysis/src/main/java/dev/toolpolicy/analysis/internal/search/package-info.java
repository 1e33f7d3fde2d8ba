/**
 * The one validator of rule lists, for annotations, configuration and code alike, and the words for what it finds.
 *
 * <p>Read {@link dev.toolpolicy.analysis.internal.check.RuleListCheck} first: it takes rules as they were
 * {@linkplain dev.toolpolicy.analysis.internal.check.RuleDraft written} and gives them as checked rules, or
 * {@linkplain dev.toolpolicy.analysis.Diagnostic what is wrong}, all of it.
 * {@link dev.toolpolicy.analysis.internal.read.Words} holds every sentence.
 *
 * <p>{@link dev.toolpolicy.analysis.internal.check.Reachability} says of each rule of a list which call it decides, or that it
 * decides none, and {@link dev.toolpolicy.analysis.compare.RuleListDiff} what changes between two lists. Both ask
 * {@code CallSearch} for calls for which some conditions hold and others don't; below it one class searches what holds
 * parts ({@code ValueSearch}), one arrays ({@code ElementSearch}) and one what has no parts ({@code LeafSearch}).
 */
@NullMarked
package dev.toolpolicy.analysis.internal.search;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.compare.RuleListDiff;
import dev.toolpolicy.analysis.internal.check.Reachability;
import dev.toolpolicy.analysis.internal.check.RuleDraft;
import dev.toolpolicy.analysis.internal.check.RuleListCheck;
import dev.toolpolicy.analysis.internal.read.Words;
import org.jspecify.annotations.NullMarked;

