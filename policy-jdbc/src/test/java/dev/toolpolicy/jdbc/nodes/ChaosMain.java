package dev.toolpolicy.jdbc.nodes;

import dev.toolpolicy.jdbc.PostgresServer;
import java.time.Duration;

/** The same for as long as one likes: {@code gradlew chaos -Pminutes=N}; it ends with a failure at what isn't right. */
public final class ChaosMain {
    private static final Duration ROUND = Duration.ofSeconds(60);

    private ChaosMain() {}

    /**
     * Kills processes.
     *
     * @param arguments the minutes, 1 if there is none; then the seed, from the clock if there is none
     */
    public static void main(String[] arguments) throws Exception {
        double minutes = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 1;
        long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : System.nanoTime();
        long deadline =
                System.nanoTime() + (long) (minutes * Duration.ofMinutes(1).toNanos());
        try (PostgresServer server = PostgresServer.started(false)) {
            while (System.nanoTime() - deadline < 0) {
                System.out.println("seed " + seed);
                long left = Math.max(1, deadline - System.nanoTime());
                Duration round = Duration.ofNanos(Math.min(left, ROUND.toNanos()));
                System.out.println(new ChaosRun(server, seed++).run(round));
            }
        }
    }
}
