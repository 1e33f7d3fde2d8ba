package dev.toolpolicy.jdbc.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.jdbc.Databases;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** A short play of {@link ServiceSoak}: {@code gradlew serviceSoak} plays longer. */
class ServiceSoakTest {
    private static final Logger QUIET = Logger.getLogger("dev.toolpolicy");

    @Test
    void whatRanIsWhatTheResultsSay() throws Exception {
        long seed = Long.getLong("toolpolicy.seed", 39);
        QUIET.setLevel(Level.OFF); // denials are many, and all of them wanted
        try {
            ServiceSoak soak = new ServiceSoak(Databases.pooled(Databases.h2(), 8));
            soak.play(seed, 6, 4);
            assertThat(soak.summary()).as("seed %s", seed).contains("RAN", "PENDING", "DENIED");
        } finally {
            QUIET.setLevel(null);
        }
    }
}
