/** Sentences that are true of each call, or a call of which they aren't. */
@NullMarked
package dev.toolpolicy.test.policy.internal.prove;

import org.jspecify.annotations.NullMarked;
