package dev.toolpolicy.jdbc.nodes;

import dev.toolpolicy.jdbc.Databases;
import org.junit.jupiter.api.Test;

/** Processes that are killed lose nothing that was told, and allow nothing that one alone would have denied. */
class ChaosTest {

    @Test
    void killedProcessesLoseNothingAndAllowNothing() throws Exception {
        System.out.println(new ChaosRun(Databases.server(), 1).run(2));
    }
}
