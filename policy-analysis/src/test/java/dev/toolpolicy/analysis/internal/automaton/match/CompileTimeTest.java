package dev.toolpolicy.analysis.internal.automaton.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compiling ends soon, whatever the pattern: the steps are limited, and the thread's processor time confirms it (the
 * best of some turns).
 */
class CompileTimeTest {
    private static final int TURNS = 4;
    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(a+)+$",
                "(a|b)*a(a|b){20}",
                "^(?:.*,){11}P",
                "(x{100}){100}",
                "x{1400}",
                "a.{12}b",
                "(.*a){400}",
                "(?:a?){1000}a{1000}",
                "\\b(?:\\w+\\b\\W?){30}$",
                "[\\p{L}\\d]{200}",
                "(?:\\p{L}|\\p{N}|\\p{P}){0,90}\\p{Sc}",
                "((a{1,50}){1,50}){1,4}",
                "^.{0,9000}",
                "(?:[a-y]|[b-z]|[^a-m]){500}"
            })
    void takesLittleProcessorTime(String pattern) {
        long best = Long.MAX_VALUE;
        for (int i = 0; i < TURNS; i++) {
            long start = CPU.getCurrentThreadCpuTime();
            try {
                TextAutomaton.of(List.of(TextLanguage.pattern(pattern)), AutomatonLimits.DEFAULT);
            } catch (PatternTooComplexException e) {
                assertThat(e.value()).isPositive();
            }
            best = Math.min(best, CPU.getCurrentThreadCpuTime() - start);
        }
        assertThat(Duration.ofNanos(best)).as(pattern).isLessThan(Duration.ofMillis(500));
    }

    /** Each of them alone is small. With what was found, all of them together would have over two million states. */
    @Test
    void rulesThatCantBeOneAutomatonAreSeveral() {
        List<TextLanguage> rules = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            rules.add(TextLanguage.pattern("<" + (char) ('a' + i) + "x>"));
            rules.add(TextLanguage.words("word" + i, "<" + (char) ('a' + i) + "x>"));
        }
        assertThat(new Grouping(rules, AutomatonLimits.DEFAULT).automata()).hasSize(1);
        AutomatonLimits few = new AutomatonLimits(200, 10_000, 5_000, 100_000, 1_000_000, 30);
        TextAutomaton automaton = TextAutomaton.of(rules, few);
        assertThat(new Grouping(rules, few).automata()).hasSizeBetween(2, 8);
        assertThat(matching(automaton, "<ax> <cx>, <bx")).containsExactly(0, 4);
        assertThat(matching(automaton, "<bx>")).containsExactly(2, 3);
        assertThat(matching(automaton, "word7")).containsExactly(15);
    }

    @Test
    void wordsAreNeverTooMany() {
        String large = "long word ".repeat(10_000);
        List<TextLanguage> rules = new ArrayList<>(List.of(TextLanguage.words(large), TextLanguage.prefix(large)));
        for (int i = 0; i < 1_000; i++) {
            rules.add(TextLanguage.prefix("rule " + i + " of them"));
        }
        TextAutomaton automaton = TextAutomaton.of(rules, AutomatonLimits.DEFAULT);
        assertThat(new Grouping(rules, AutomatonLimits.DEFAULT).automata()).hasSize(1);
        assertThat(matching(automaton, large)).containsExactly(0, 1);
        assertThat(matching(automaton, large + "!")).containsExactly(1);
        assertThat(matching(automaton, "rule 77 of themselves")).containsExactly(79);
    }

    private static List<Integer> matching(TextAutomaton automaton, String text) {
        List<Integer> matching = new ArrayList<>();
        TextAutomaton.Listener listener = (first, rules, matched, index) -> {
            for (int bit = 0; matched && bit < Integer.SIZE; bit++) {
                if ((rules & 1 << bit) != 0) {
                    matching.add(first + bit);
                }
            }
        };
        int[] state = new int[automaton.stateSize()];
        automaton.start(state, 0, listener);
        for (int i = 0; i < text.length(); ) {
            i = automaton.step(state, text, i, text.length(), listener);
        }
        automaton.end(state, text.length(), listener);
        matching.sort(Comparator.naturalOrder());
        return matching;
    }
}
