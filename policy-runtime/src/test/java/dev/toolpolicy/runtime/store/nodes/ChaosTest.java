package dev.toolpolicy.runtime.store.nodes;

import dev.toolpolicy.runtime.store.Databases;
import org.junit.jupiter.api.Test;

/** P29, P30: processes that are killed lose nothing that was told, and allow nothing that one alone would have denied. */
class ChaosTest {

    @Test
    void killedProcessesLoseNothingAndAllowNothing() throws Exception {
        System.out.println(new ChaosRun(Databases.server(), 1).run(8));
    }
}
