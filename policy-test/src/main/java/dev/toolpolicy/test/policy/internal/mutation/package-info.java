/** Small changes of policies, and the search for those that no test notices. */
@NullMarked
package dev.toolpolicy.test.policy.internal.mutation;

import org.jspecify.annotations.NullMarked;
