package dev.toolpolicy.test.policy.internal.file;

import dev.toolpolicy.runtime.PolicyProblem;
import java.util.List;

/**
 * One test of a file: calls of one new session, in order.
 *
 * @param name the name
 * @param place where the test begins
 * @param steps the calls
 */
public record TestCase(String name, PolicyProblem.Place place, List<TestStep> steps) {}
