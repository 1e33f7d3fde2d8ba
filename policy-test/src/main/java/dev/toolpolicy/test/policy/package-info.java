/**
 * Tests of policies: which calls run, which ask a person, which are denied, by which rule and why.
 *
 * <p>Read {@link dev.toolpolicy.test.policy.PolicyAssertions} first, or {@link dev.toolpolicy.test.policy.PolicyTests} for
 * tests in files.
 */
@NullMarked
package dev.toolpolicy.test.policy;

import org.jspecify.annotations.NullMarked;
