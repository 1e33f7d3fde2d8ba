package dev.toolpolicy.analysis.internal.automaton.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dk.brics.automaton.Automaton;
import dk.brics.automaton.RegExp;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Random patterns against implementations that we didn't write, where the dialects agree. */
class PatternOraclesTest {
    private static final long SEED = Long.getLong("toolpolicy.seed", 20_240_518);
    private static final AutomatonLimits LIMITS = AutomatonLimits.DEFAULT;

    @Test
    void foundWhereJavaFindsThem() {
        Random random = new Random(SEED);
        for (int i = 0; i < 6_000; i++) {
            RandomPattern pattern = RandomPattern.any(random, 2);
            Language language = Language.of(TextLanguage.pattern(pattern.ours()), LIMITS);
            Pattern java = Pattern.compile(pattern.java());
            for (int j = 0; j < 10; j++) {
                String text = RandomPattern.text(random, 9);
                assertThat(language.contains(text))
                        .as("\"%s\" in \"%s\", seed %d, round %d", pattern.ours(), text, SEED, i)
                        .isEqualTo(java.matcher(text).find());
            }
        }
    }

    /** As many states as brics' smallest automaton, and the same texts. */
    @Test
    void asSmallAsThoseOfBrics() {
        Random random = new Random(SEED);
        for (int i = 0; i < 3_000; i++) {
            RandomPattern pattern = RandomPattern.plain(random, 2);
            Language language = Language.of(TextLanguage.pattern("^(?:" + pattern.ours() + ")$"), LIMITS);
            Automaton brics = new RegExp(pattern.brics(), RegExp.NONE).toAutomaton();
            brics.minimize();
            String name = "\"%s\", seed %d, round %d".formatted(pattern.ours(), SEED, i);
            int dead = brics.isTotal() ? 0 : 1;
            assertThat(language.states()).as(name).isEqualTo(brics.isEmpty() ? 1 : brics.getNumberOfStates() + dead);
            assertThat(language.shortest().isEmpty()).as(name).isEqualTo(brics.isEmpty());
            language.shortest().ifPresent(text -> {
                assertThat(brics.run(text)).as(name).isTrue();
                assertThat(text.length())
                        .as(name)
                        .isEqualTo(brics.getShortestExample(true).length());
            });
        }
    }

    @Test
    void operationsAreThoseOfBrics() {
        Random random = new Random(SEED);
        for (int i = 0; i < 1_500; i++) {
            RandomPattern one = RandomPattern.plain(random, 1);
            RandomPattern two = RandomPattern.plain(random, 1);
            String name = "\"%s\", \"%s\", seed %d, round %d".formatted(one.ours(), two.ours(), SEED, i);
            Language first = Language.of(TextLanguage.pattern("^(?:" + one.ours() + ")$"), LIMITS);
            Language second = Language.of(TextLanguage.pattern("^(?:" + two.ours() + ")$"), LIMITS);
            Automaton brics = new RegExp(one.brics(), RegExp.NONE).toAutomaton();
            Automaton other = new RegExp(two.brics(), RegExp.NONE).toAutomaton();
            same(name + " and", first.and(second), brics.intersection(other));
            same(name + " or", first.or(second), brics.union(other));
            same(name + " minus", first.minus(second), brics.minus(other));
            same(name + " complement", first.complement(), brics.complement());
            assertThat(first.minus(second).isEmpty()).as(name).isEqualTo(brics.subsetOf(other));
            assertThat(second.minus(first).isEmpty()).as(name).isEqualTo(other.subsetOf(brics));
        }
    }

    private static void same(String name, Language ours, Automaton brics) {
        assertThat(ours.isEmpty()).as(name).isEqualTo(brics.isEmpty());
        if (!brics.isEmpty()) {
            String shortest = brics.getShortestExample(true);
            assertThat(ours.contains(shortest)).as(name + " \"%s\"", shortest).isTrue();
            assertThat(ours.shortest()).get().satisfies(text -> {
                assertThat(brics.run(text)).as(name + " \"%s\"", text).isTrue();
                assertThat(text.length()).as(name).isEqualTo(shortest.length());
            });
        }
        if (!brics.isTotal()) {
            String missing = brics.complement().getShortestExample(true);
            assertThat(ours.contains(missing)).as(name + " \"%s\"", missing).isFalse();
        }
    }
}
