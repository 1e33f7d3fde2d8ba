/**
 * The one validator of rule lists, for annotations, configuration and code alike, and the words for what it finds.
 *
 * <p>Read {@link dev.toolpolicy.runtime.analysis.RuleListCheck} first: it takes rules as they were
 * {@linkplain dev.toolpolicy.runtime.analysis.RuleDraft written} and gives them as checked rules, or
 * {@linkplain dev.toolpolicy.runtime.analysis.Diagnostic what is wrong}, all of it.
 * {@link dev.toolpolicy.runtime.analysis.Words} holds every sentence.
 *
 * <p>{@link dev.toolpolicy.runtime.analysis.Reachability} says of each rule of a list which call it decides, or that it
 * decides none, and {@link dev.toolpolicy.runtime.analysis.RuleListDiff} what changes between two lists. Both ask
 * {@code CallSearch} for calls for which some conditions hold and others don't; below it one class searches what holds
 * parts ({@code ValueSearch}), one arrays ({@code ElementSearch}) and one what has no parts ({@code LeafSearch}).
 */
@NullMarked
package dev.toolpolicy.runtime.analysis;

import org.jspecify.annotations.NullMarked;
