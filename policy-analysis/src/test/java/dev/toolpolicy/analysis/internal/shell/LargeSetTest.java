package dev.toolpolicy.analysis.internal.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.analysis.internal.shell.match.CommandMachine;
import dev.toolpolicy.analysis.internal.shell.match.CommandSet;
import dev.toolpolicy.analysis.internal.shell.match.CommandsTooLargeException;
import dev.toolpolicy.analysis.internal.shell.match.Verdict;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sets as large as people keep are compiled soon; sets that multiply are refused. */
class LargeSetTest {
    private static final int PATTERNS = 1_500;
    private static final int WORDS = 8_000;

    /** Ample: it takes a fraction of it, but the machine may be busy. */
    private static final Duration LONGEST = Duration.ofSeconds(10);

    @Test
    void manyPatternsAreCompiledSoon() {
        List<String> patterns = patterns();
        long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        CommandSet set = CommandSet.of(patterns);
        CommandMachine every = set.every();
        CommandMachine some = set.some();
        long took = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
        assertThat(Duration.ofNanos(took)).isLessThan(LONGEST);
        for (int i = 0; i < PATTERNS; i += 100) {
            String line = "cd x; " + patterns.get(i).replace("*", "y");
            assertThat(every.verdict(line)).isEqualTo(Verdict.FALSE);
            assertThat(every.verdict(line.substring("cd x; ".length()))).isEqualTo(Verdict.TRUE);
            assertThat(some.verdict(line)).isEqualTo(Verdict.TRUE);
        }
        assertThat(every.size() + some.size()).isLessThan(100);
    }

    /** Returns different patterns of different words, a third of them with stars inside. */
    private static List<String> patterns() {
        Random random = new Random(1);
        List<String> patterns = new ArrayList<>();
        int word = 0;
        for (int i = 0; i < PATTERNS; i++) {
            StringBuilder pattern = new StringBuilder("name" + i % 300);
            for (int j = 0; j < 5; j++) {
                pattern.append(' ').append(Integer.toString(1_000_003 * (word++ % WORDS), Character.MAX_RADIX));
            }
            pattern.append(i % 3 == 0 ? "*" : "").append(random.nextBoolean() ? " *" : "");
            patterns.add(pattern.toString());
        }
        return patterns;
    }

    @Test
    void starsThatMultiplyAreRefused() {
        List<String> patterns = IntStream.range(0, 40)
                .mapToObj(i -> "a *" + (char) ('a' + i % 26) + "*" + i + "* x")
                .toList();
        CommandSet set = CommandSet.of(patterns);
        assertThatThrownBy(set::every).isInstanceOfSatisfying(CommandsTooLargeException.class, refused -> {
            assertThat(refused.limit()).isEqualTo(CommandSet.MOST_STATES);
            assertThat(patterns).contains(refused.largest().toString());
        });
    }
}
