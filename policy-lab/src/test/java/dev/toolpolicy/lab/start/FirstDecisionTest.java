package dev.toolpolicy.lab.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The classes that a new JVM makes of lambdas until an engine's first decision. Each costs about a millisecond of
 * processor time; there were 301 once, and loops took the place of most.
 */
class FirstDecisionTest {
    private static final int MOST = 80;
    /** What links equals, hashCode and toString of a record, each at its first call. */
    private static final String RECORD_METHODS = "java.lang.runtime.ObjectMethods";

    @Test
    void fewLambdasAndNoMethodsOfRecordsAreLinkedBeforeTheFirstDecision() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load:stdout",
                        "-cp",
                        System.getProperty("start.path"),
                        "dev.toolpolicy.lab.start.FirstDecision",
                        "compiled",
                        "no file")
                .redirectErrorStream(true)
                .start();
        List<String> said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains("dev.toolpolicy.") || line.contains(RECORD_METHODS))
                .toList();
        assertThat(process.waitFor()).as("%s", said).isZero();
        assertThat(said).anyMatch(line -> line.contains("dev.toolpolicy.runtime.PolicyEngine "));
        assertThat(said).noneMatch(line -> line.contains(RECORD_METHODS));
        assertThat(said).filteredOn(line -> line.contains("$$Lambda")).hasSizeBetween(1, MOST);
    }
}
