/** Limits that tools declare, and what a session counts for them. */
@NullMarked
package dev.toolpolicy.runtime.internal.limit;

import org.jspecify.annotations.NullMarked;
