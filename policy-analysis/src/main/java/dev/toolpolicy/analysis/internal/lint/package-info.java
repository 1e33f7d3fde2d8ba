/** Warnings about rules that are valid, but probably don't do what their author wants. */
@NullMarked
package dev.toolpolicy.analysis.internal.lint;

import org.jspecify.annotations.NullMarked;
