package dev.toolpolicy.jdbc.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.jdbc.JavaProcess;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A snapshot, taken at any point, restored in a process that has just begun, goes on as if nothing had been. */
class SnapshotInANewProcessTest {
    private static final int STORIES = Integer.getInteger("toolpolicy.rounds", 60);

    @Test
    void everyLaterVerdictIsTheSame() throws Exception {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        StringBuilder told = new StringBuilder();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < STORIES; i++) {
            SnapshotStory story = new SnapshotStory(seed + i);
            int point = new Random(seed + i).nextInt(SnapshotStory.STEPS);
            PolicyRegistry lived = story.registry();
            story.verdicts(lived, 0, point);
            told.append(seed + i)
                    .append(' ')
                    .append(point)
                    .append(' ')
                    .append(lived.snapshot().text())
                    .append('\n');
            expected.add(story.verdicts(lived, point));
            expected.add(lived.snapshot().text());
        }
        try (JavaProcess process = JavaProcess.start(RestoringProcess.class)) {
            process.tell(told.toString());
            assertThat(process.end(120)).as("seed %d, exit code", seed).isZero();
            List<String> said = process.lines();
            assertThat(said).as("seed %d", seed).hasSameSizeAs(expected);
            for (int i = 0; i < said.size(); i++) {
                assertThat(said.get(i)).as("seed %d", seed + i / 2).isEqualTo(expected.get(i));
            }
        }
        assertThat(expected)
                .anyMatch(line -> line.contains("allowed"))
                .anyMatch(line -> line.contains("can run only after"));
    }
}
