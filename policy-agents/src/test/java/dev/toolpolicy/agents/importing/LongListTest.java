package dev.toolpolicy.agents.importing;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Lists as long as the longest that people keep. */
class LongListTest {
    private static final String[] PROGRAMS = {"git", "npm run", "docker", "kubectl get", "cargo", "gh pr", "make", "go"
    };

    @Test
    void importsThirteenHundredRules() throws ListRefusedException {
        ImportedPolicy imported = imported(1_300);

        assertThat(imported.count(ImportedPolicy.Effect.EXACT)).isEqualTo(1_300);
        assertThat(imported.policy().lines().filter(line -> line.contains("settings.json:")))
                .hasSize(1_300);
    }

    @Test
    void workGrowsWithTheLength() throws ListRefusedException {
        imported(200);

        long half = allocated(650);
        long whole = allocated(1_300);

        assertThat(whole).isLessThan(3 * half);
    }

    /** In the processor's time of a JVM that has done it once, since other builds share the machine. */
    @Test
    void takesLessThanASecond() throws ListRefusedException {
        imported(1_300);
        var threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        imported(1_300);

        assertThat(threads.getCurrentThreadCpuTime() - before).isLessThan(1_000_000_000);
    }

    private static long allocated(int rules) throws ListRefusedException {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        long before = threads.getThreadAllocatedBytes(id);
        imported(rules);
        return threads.getThreadAllocatedBytes(id) - before;
    }

    private static ImportedPolicy imported(int rules) throws ListRefusedException {
        return PermissionList.of(ListFormat.CLAUDE, Map.of("settings.json", list(rules)))
                .with(ImportSettings.defaults().withHome(Path.of("/home/dev")))
                .toPolicy();
    }

    private static String list(int rules) {
        return IntStream.range(0, rules)
                .mapToObj(
                        i -> "\"Bash(" + PROGRAMS[i % PROGRAMS.length] + " sub" + i + (i % 3 == 0 ? "" : ":*") + ")\"")
                .collect(Collectors.joining(",\n", "{\"permissions\":{\"allow\":[\n", "\n]}}"));
    }
}
