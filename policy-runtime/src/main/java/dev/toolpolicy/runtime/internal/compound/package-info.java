/** The evaluation of rules with several conditions, facts, and conditions that some values can't answer. */
@NullMarked
package dev.toolpolicy.runtime.internal.compound;

import org.jspecify.annotations.NullMarked;
