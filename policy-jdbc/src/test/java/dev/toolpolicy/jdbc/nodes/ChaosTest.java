package dev.toolpolicy.jdbc.nodes;

import dev.toolpolicy.jdbc.Databases;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** P29, P30: processes that are killed lose nothing that was told, and allow nothing that one alone would have denied. */
class ChaosTest {

    @Test
    void killedProcessesLoseNothingAndAllowNothing() throws Exception {
        long seed = Long.getLong("toolpolicy.seed", System.nanoTime());
        System.out.println("chaos, seed " + seed);
        System.out.println(new ChaosRun(Databases.server(), seed).run(Duration.ofSeconds(8)));
    }
}
