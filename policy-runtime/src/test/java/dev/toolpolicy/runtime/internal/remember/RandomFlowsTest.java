package dev.toolpolicy.runtime.internal.remember;

import org.junit.jupiter.api.Test;

/** Random sessions against a model of sets of words. {@code gradlew flowSoak} plays more. */
class RandomFlowsTest {
    private static final long SEED = Long.getLong("toolpolicy.seed", 20_261);

    @Test
    void labelsAndSetsAreWhatWasDelivered() {
        new RandomFlows(RandomFlowsMain.database()).play(SEED, Integer.getInteger("toolpolicy.rounds", 400));
    }

    /** These seeds were of the run that lost the values of a session with two snapshots. */
    @Test
    void whatWasFoundStaysMended() {
        new RandomFlows(null).play(4_645_091_915_023_374_417L, 300);
    }
}
