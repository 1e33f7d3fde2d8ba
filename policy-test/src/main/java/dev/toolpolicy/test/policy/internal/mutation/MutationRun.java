package dev.toolpolicy.test.policy.internal.mutation;

import java.util.List;

/**
 * The result of the changes of a policy.
 *
 * @param noticed the number of changes that a test notices
 * @param equal the number of changes that provably decide every call as before
 * @param survivors the changes that no test notices
 * @param undecided the changes that no test notices, and of which it isn't known whether they decide any call otherwise
 * @param leftOut the number of changes that were not tried, since there are too many
 */
public record MutationRun(int noticed, int equal, List<Mutant> survivors, List<Mutant> undecided, int leftOut) {}
