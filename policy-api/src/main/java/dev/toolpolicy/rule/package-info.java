/**
 * Rules that decide about a call by its arguments. The first rule whose condition holds decides.
 *
 * <p>Read {@link dev.toolpolicy.rule.RuleList} first. Rules are plain values. They are checked against a tool's schema
 * by the annotation processor, when an engine is built, or when a policy file is read.
 */
@NullMarked
package dev.toolpolicy.rule;

import org.jspecify.annotations.NullMarked;
