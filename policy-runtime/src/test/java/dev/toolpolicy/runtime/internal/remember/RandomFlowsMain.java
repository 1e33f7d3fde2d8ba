package dev.toolpolicy.runtime.internal.remember;

import dev.toolpolicy.jdbc.JdbcLimits;
import dev.toolpolicy.jdbc.JdbcSessionStore;
import dev.toolpolicy.runtime.store.SessionStore;
import java.time.Duration;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.h2.jdbcx.JdbcConnectionPool;

/**
 * Plays a great many random sessions of flows. Run by {@code gradlew flowSoak -Psessions=N}; it ends with a failure at
 * the first that isn't as the model says, and prints it and its seed.
 */
public final class RandomFlowsMain {
    private static final int REPORTS = 100;
    /** So many sessions have the same engines at most. */
    private static final long PART = 2_000;

    private static final Logger LOG = Logger.getLogger("dev.toolpolicy");

    private RandomFlowsMain() {}

    /**
     * Plays.
     *
     * @param arguments the number of sessions, 1,000,000 if there is none; then the first seed, from the clock if there
     *     is none
     */
    public static void main(String[] arguments) {
        long sessions = arguments.length > 0 ? Long.parseLong(arguments[0]) : 1_000_000;
        long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : System.nanoTime();
        System.out.println(sessions + " random sessions, seeds from " + seed);
        LOG.setLevel(Level.OFF); // stores that fail are part of it, and each engine and failure would be logged
        long start = System.nanoTime();
        long part = Math.min(PART, Math.max(1, sessions / REPORTS));
        SessionStore database = database();
        for (long done = 0; done < sessions; done += part) {
            new RandomFlows(database).play(seed + done, Math.min(part, sessions - done));
            Duration taken = Duration.ofNanos(System.nanoTime() - start);
            System.out.println(taken.toSeconds() + " s, up to seed " + (seed + done + part));
        }
    }

    /** Returns an empty store in a database of this process. */
    static SessionStore database() {
        String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        // a machine that is busy for seconds isn't a store that fails, after which calls would be denied
        JdbcLimits patient = JdbcLimits.defaults().within(Duration.ofMinutes(10));
        return JdbcSessionStore.on(JdbcConnectionPool.create(url, "", ""), patient);
    }
}
