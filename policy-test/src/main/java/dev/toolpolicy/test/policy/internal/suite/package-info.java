/** Test files with the policies that they test. */
@NullMarked
package dev.toolpolicy.test.policy.internal.suite;

import org.jspecify.annotations.NullMarked;
