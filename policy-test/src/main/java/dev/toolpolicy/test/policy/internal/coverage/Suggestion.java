package dev.toolpolicy.test.policy.internal.coverage;

import dev.toolpolicy.test.policy.internal.file.TestCase;

/**
 * A test that lets a part of the policy decide, and expects what is decided now. Immutable.
 *
 * @param target the part
 * @param test the test
 */
public record Suggestion(Target target, TestCase test) {}
