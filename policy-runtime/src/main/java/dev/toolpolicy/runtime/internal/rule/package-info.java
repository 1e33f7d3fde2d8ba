/** The evaluation of rule lists while arguments stream. */
@NullMarked
package dev.toolpolicy.runtime.internal.rule;

import org.jspecify.annotations.NullMarked;
