package dev.toolpolicy.runtime.internal.decide;

import dev.toolpolicy.runtime.call.PathSettings;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Compares streams, complete arguments and oracles on a great many random calls. Run by {@code gradlew soak
 * -Pcases=N}; it ends with a failure at the first call that doesn't hold, and prints it and the seed.
 */
public final class SoakMain {
    private static final int REPORTS = 20;

    private static final Logger LOG = Logger.getLogger(PathSettings.class.getName());

    private SoakMain() {}

    /**
     * Compares.
     *
     * @param arguments the number of cases, 1,000,000 if there is none; then the first seed, from the clock if there is
     *     none
     */
    public static void main(String[] arguments) {
        long cases = arguments.length > 0 ? Long.parseLong(arguments[0]) : 1_000_000;
        long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : System.nanoTime();
        System.out.println(cases + " random calls, and a fifth as many to rules of one condition, seeds from " + seed);
        LOG.setLevel(Level.OFF); // resolvers of links that fail are part of the test, and each would be logged
        long start = System.nanoTime();
        long report = Math.max(Differential.TEXTS, cases / REPORTS);
        Differential.Tally tally = new Differential.Tally();
        CompoundDifferential.Tally compound = new CompoundDifferential.Tally();
        while (compound.calls() < cases) {
            Differential.check(seed, tally);
            CompoundDifferential.check(seed++, compound);
            if (compound.calls() % report < CompoundDifferential.CALLS) {
                Duration taken = Duration.ofNanos(System.nanoTime() - start);
                System.out.println(taken.toSeconds() + " s, up to seed " + seed + ": " + tally + "\n    " + compound);
            }
        }
        System.out.println("no fault");
    }
}
