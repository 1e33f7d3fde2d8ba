package dev.toolpolicy.lab.agentdojo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The policy files of the suites stay small, and hold no tools of the benchmark. */
class PolicyFilesTest {
    @Test
    void eachHasAtMostFortyLinesAndDeclaresNoTool() throws IOException {
        for (String suite : Suite.NAMES) {
            for (Path folder : List.of(Path.of("agentdojo"), Path.of("agentdojo/l-drea"))) {
                List<String> lines = Files.readAllLines(folder.resolve(suite + ".toml"));

                assertThat(lines).hasSizeLessThanOrEqualTo(40);
                assertThat(lines).noneMatch(line -> line.contains("parameters"));
            }
        }
    }
}
