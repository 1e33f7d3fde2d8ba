package dev.toolpolicy.analysis.internal.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.shell.match.CommandSet;
import dev.toolpolicy.analysis.internal.shell.match.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Patterns that begin alike, in one set, match what one of them alone does. */
class SharedBeginningTest {
    private static final long SEED = Long.getLong("toolpolicy.seed", 20_261_128);
    private static final int ROUNDS = Integer.getInteger("toolpolicy.rounds", 80);
    private static final List<String> ASSIGNMENTS = List.of("CI=1", "CI=*", "C=1");
    private static final List<String> NAMES = List.of("CI", "C", "C*", "C*I", "bin/C", "CI*C");
    private static final List<String> WORDS = List.of("CI", "C", "*", "C*", "C*I", "'CI=1'", "/C", "*C");
    private static final List<String> READ =
            List.of("CI=1", "C=1", "CI", "C", "CCI", "/bin/CI", "bin/C", "$x", "CI=$x");

    @Test
    void matchWhatOneOfThemMatches() {
        Random random = new Random(SEED);
        int matched = 0;
        for (int round = 0; round < ROUNDS; round++) {
            List<String> patterns = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                patterns.add(pattern(random));
            }
            CommandSet set = CommandSet.of(patterns);
            List<CommandSet> alone =
                    patterns.stream().map(each -> CommandSet.of(List.of(each))).toList();
            for (int i = 0; i < 12; i++) {
                String line = words(random, READ, 1 + random.nextInt(5));
                boolean some = alone.stream().anyMatch(one -> one.some().verdict(line) == Verdict.TRUE);
                boolean every = alone.stream().anyMatch(one -> one.every().verdict(line) == Verdict.TRUE);
                boolean all = alone.stream().anyMatch(one -> one.all().verdict(line) == Verdict.TRUE);
                String name = "seed " + SEED + ", round " + round + ": " + patterns + " for " + line;
                assertThat(set.some().verdict(line) == Verdict.TRUE).as(name).isEqualTo(some);
                assertThat(set.every().verdict(line) == Verdict.TRUE).as(name).isEqualTo(every);
                assertThat(set.all().verdict(line) == Verdict.TRUE).as(name).isEqualTo(all);
                matched += every ? 1 : 0;
            }
        }
        assertThat(matched).isGreaterThan(ROUNDS / 4);
    }

    /** Other assignments may stand before a pattern without any, not before one that begins alike. */
    @Test
    void namesAndAssignmentsShareNothing() {
        CommandSet set = CommandSet.of(List.of("CI=1 C", "CI"));

        assertThat(set.some().verdict("X=1 CI")).isEqualTo(Verdict.TRUE);
        assertThat(set.some().verdict("CI=1 C")).isEqualTo(Verdict.TRUE);
        assertThat(set.some().verdict("X=1 CI=1 C")).isEqualTo(Verdict.FALSE);
    }

    private static String pattern(Random random) {
        String name = words(random, ASSIGNMENTS, random.nextInt(3)) + " " + words(random, NAMES, 1);
        return (name + " " + words(random, WORDS, random.nextInt(3))).strip();
    }

    private static String words(Random random, List<String> words, int count) {
        List<String> some = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            some.add(words.get(random.nextInt(words.size())));
        }
        return String.join(" ", some);
    }
}
