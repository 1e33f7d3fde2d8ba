package dev.toolpolicy.analysis.internal.automaton.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A search side by side finds the same as the automaton of all together. */
class TextSearchTest {
    private static final AutomatonLimits LIMITS = AutomatonLimits.DEFAULT;
    private static final int ROUNDS = Integer.getInteger("toolpolicy.rounds", 3_000);

    private static Language language(Random random) {
        String text = IntStream.range(0, random.nextInt(4))
                .mapToObj(i -> List.of("a", "b", "\ud83d\ude00").get(random.nextInt(3)))
                .reduce("", String::concat);
        TextLanguage stated = switch (random.nextInt(3)) {
            case 0 -> TextLanguage.words(text, text + "a");
            case 1 -> TextLanguage.prefix(text);
            default ->
                TextLanguage.pattern(
                        List.of("a", "^b", "b$", "a.*b", "^(?:ab)*$", "[^a]", "^.{2}$", "^$", "\ud83d\ude00|b")
                                .get(random.nextInt(9)));
        };
        Language language = Language.of(stated, LIMITS);
        return random.nextInt(5) == 0 ? language.complement() : language;
    }

    /** A machine that tells nothing before the end: no bounds, and no state that is settled. */
    private record Opaque(TextMachine machine) implements TextMachine {
        @Override
        public Alphabet alphabet() {
            return machine.alphabet();
        }

        @Override
        public int[] start() {
            return machine.start();
        }

        @Override
        public int[] next(int[] state, int codePoint) {
            return machine.next(state, codePoint);
        }

        @Override
        public boolean accepts(int[] state) {
            return machine.accepts(state);
        }

        @Override
        public Certainty certainty(int[] state) {
            return Certainty.OPEN;
        }

        @Override
        public int distance(int[] state, boolean accepted) {
            return 1;
        }

        @Override
        public int least(int[] state, boolean accepted) {
            return 0;
        }
    }

    /** Returns the same languages, some of them as machines without bounds. */
    private static List<Language> some(Random random, List<Language> languages) {
        return languages.stream()
                .map(each -> random.nextInt(3) == 0 ? each : Language.of(new Opaque(each.machine()), LIMITS))
                .toList();
    }

    private static List<List<Language>> groups(Random random, List<List<Language>> groups) {
        return groups.stream().map(group -> some(random, group)).toList();
    }

    @Test
    void theSameTextAsByTheAlgebra() {
        long seed = Long.getLong("toolpolicy.seed", 1);
        TextSearch search = new TextSearch(1_000_000, 1_000_000_000L);
        int empty = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(seed + round);
            List<Language> all = new ArrayList<>();
            List<List<Language>> none = new ArrayList<>();
            Language together = Language.everything(LIMITS);
            for (int i = random.nextInt(6); i > 0; i--) {
                Language one = language(random);
                if (random.nextInt(3) == 0) {
                    all.add(one);
                    together = together.and(one);
                } else {
                    List<Language> group = new ArrayList<>(List.of(one));
                    while (random.nextInt(3) == 0) {
                        group.add(language(random));
                    }
                    none.add(group);
                    together = together.minus(group.stream().reduce(one, Language::and));
                }
            }
            Optional<String> found = search.shortest(all, none);
            assertThat(found).as("seed %d", seed + round).isEqualTo(together.shortest());
            assertThat(search.shortest(some(random, all), groups(random, none)))
                    .as("seed %d, machines without bounds", seed + round)
                    .isEqualTo(found);
            assertThat(search.any(all, none).map(together::contains))
                    .as("seed %d", seed + round)
                    .isEqualTo(found.map(text -> true));
            empty += found.isEmpty() ? 1 : 0;
        }
        assertThat(empty).isBetween(ROUNDS / 10, ROUNDS * 9 / 10);
    }

    /** A language of two texts, whose bounds are so low at first that the search meets the longer text's states first. */
    private record Detour(Alphabet alphabet) implements TextMachine {
        private static final int END = 6;
        private static final int NOWHERE = 7;
        private static final int[] BEHIND_A = {1, 2, 4, 4, 5, END, NOWHERE, NOWHERE};
        private static final int[] LEAST = {2, 1, 1, 3, 2, 1, 0, 10};

        @Override
        public int[] start() {
            return new int[] {0};
        }

        @Override
        public int[] next(int[] state, int codePoint) {
            boolean fresh = state[0] == 0 && codePoint == 'b';
            return new int[] {fresh ? 3 : codePoint == 'a' ? BEHIND_A[state[0]] : NOWHERE};
        }

        @Override
        public boolean accepts(int[] state) {
            return state[0] == END;
        }

        @Override
        public Certainty certainty(int[] state) {
            return state[0] == NOWHERE ? Certainty.NONE : Certainty.OPEN;
        }

        @Override
        public int distance(int[] state, boolean accepted) {
            return least(state, accepted);
        }

        @Override
        public int least(int[] state, boolean accepted) {
            return accepted ? LEAST[state[0]] : 0;
        }
    }

    @Test
    void aShorterWayToTheSameStatesCounts() {
        Language two = Language.of(new Detour(pattern("ab").machine().alphabet()), LIMITS);
        assertThat(List.of("aaaaa", "baaa")).allMatch(two::contains);
        assertThat(new TextSearch(1_000, 1_000).shortest(List.of(two), List.of()))
                .contains("baaa");
    }

    @Test
    void nothingAskedIsEveryText() {
        assertThat(new TextSearch(1, 1).shortest(List.of(), List.of())).contains("");
    }

    @Test
    void stepsEndForOneQuestionAndForAll() {
        List<Language> all = List.of(Language.of(TextLanguage.words("abc", "abcdefghij"), LIMITS));
        List<List<Language>> none = List.of(List.of(Language.of(TextLanguage.words("abc"), LIMITS)));
        int needed = IntStream.iterate(1, i -> i + 1)
                .filter(steps -> suffices(steps, all, none))
                .findFirst()
                .orElseThrow();
        assertThat(needed).isGreaterThan(10);
        assertThatThrownBy(() -> new TextSearch(needed - 1, 1000).shortest(all, none))
                .isInstanceOf(PatternTooComplexException.class);
        TextSearch twice = new TextSearch(needed, 2L * needed);
        twice.shortest(all, none);
        twice.shortest(all, none);
        assertThatThrownBy(() -> twice.shortest(all, none)).isInstanceOf(PatternTooComplexException.class);
    }

    @Test
    void nothingOfOneLanguageTakesNoSteps() {
        Language some = pattern("^[b-y]{3}");
        assertThat(new TextSearch(0, 0).shortest(List.of(some, some.minus(some)), List.of()))
                .isEmpty();
        assertThatThrownBy(() -> new TextSearch(0, 0).shortest(List.of(some), List.of()))
                .isInstanceOf(PatternTooComplexException.class);
    }

    /** Breadth first, all that the last ten letters may be is met at each of sixty letters. */
    @Test
    void theShortestOfManyLongTextsIsCheap() {
        List<Language> all = List.of(pattern("^[abc]{60}$"));
        List<List<Language>> none = List.of(List.of(pattern("a[abc]{9}a")), List.of(pattern("b[abc]{8}b")));
        Optional<String> found = new TextSearch(10_000, 10_000).shortest(all, none);
        assertThat(found).hasValueSatisfying(text -> assertThat(text).startsWith("aaaaaaaaaab"));
        assertThat(new TextSearch(10_000, 10_000).any(all, none)).get().matches(all.get(0)::contains);
    }

    private static Language pattern(String source) {
        return Language.of(TextLanguage.pattern(source), LIMITS);
    }

    private static boolean suffices(int steps, List<Language> all, List<List<Language>> none) {
        try {
            return new TextSearch(steps, 1_000_000).shortest(all, none).isPresent();
        } catch (PatternTooComplexException e) {
            return false;
        }
    }
}
