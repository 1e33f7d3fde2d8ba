/** Policies that are composed of other policies. */
@NullMarked
package dev.toolpolicy.runtime.internal.policy;

import org.jspecify.annotations.NullMarked;
