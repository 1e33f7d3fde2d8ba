package dev.toolpolicy.jdbc.nodes;

import dev.toolpolicy.jdbc.Databases;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** Plays a service of two nodes for some minutes. Run by {@code gradlew serviceSoak}; it ends with the first error. */
public final class ServiceSoakMain {
    private static final int THREADS = 4;

    private static final Logger LOG = Logger.getLogger("dev.toolpolicy");

    private ServiceSoakMain() {}

    /**
     * Plays, and prints after each minute how many calls were made and how much memory is used.
     *
     * @param arguments how many minutes, the database ({@code h2} or {@code postgres}), then the first seed, from the
     *     clock if there is none
     */
    public static void main(String[] arguments) throws Exception {
        long minutes = Long.parseLong(arguments[0]);
        DataSource database = arguments[1].equals("postgres") ? Databases.postgres() : Databases.h2();
        long seed = arguments.length > 2 ? Long.parseLong(arguments[2]) : System.nanoTime();
        System.out.println(minutes + " minutes on " + arguments[1] + ", seeds from " + seed);
        LOG.setLevel(Level.OFF); // denials and pending calls are many, and all of them wanted
        ServiceSoak soak = new ServiceSoak(Databases.pooled(database, 2 * THREADS));
        for (long minute = 0; minute < minutes; minute++) {
            soak.play(seed + minute * 1_000_000, Duration.ofMinutes(1), THREADS);
            System.gc();
            Runtime now = Runtime.getRuntime();
            System.out.println(soak.summary() + ", " + (now.totalMemory() - now.freeMemory()) / 1_000_000 + " MB");
        }
        System.exit(0);
    }
}
