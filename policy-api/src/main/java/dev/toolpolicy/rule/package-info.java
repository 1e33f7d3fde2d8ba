/**
 * Rules about a call by its arguments, tried in order: the first one that holds decides.
 *
 * <p>Read {@link dev.toolpolicy.rule.RuleList} first. These are plain values; they are checked against a tool's schema
 * when an engine is built, by the annotation processor, or when configuration is read.
 */
@NullMarked
package dev.toolpolicy.rule;

import org.jspecify.annotations.NullMarked;

