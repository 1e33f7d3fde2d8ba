/** The rules, requirements and limits that tests let decide, and tests for those that none does. */
@NullMarked
package dev.toolpolicy.test.policy.internal.coverage;

import org.jspecify.annotations.NullMarked;
