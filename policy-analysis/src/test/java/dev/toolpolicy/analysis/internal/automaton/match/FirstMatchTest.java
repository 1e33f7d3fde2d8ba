package dev.toolpolicy.analysis.internal.automaton.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The first rank is found, and known, where {@link TextAutomaton} settles it, which tells of each language for itself
 * and is tried against all continuations by {@link EarliestDecisionTest}.
 */
class FirstMatchTest {
    private static final int ROUNDS = 3_000;
    private static final int NEVER = FirstMatch.NONE;
    /** A word that makes both automata use a trie for words and prefixes. No text starts like it. */
    private static final TextLanguage LONG_WORD = TextLanguage.words("\ue000" + "a".repeat(20_000));

    /** The knowledge of a text after each of its characters, language by language. */
    private static final class Reference {
        private final int[] ranks;
        private final Boolean[] settled;
        private final TextAutomaton automaton;
        private final int[] state;
        private final TextAutomaton.Listener listener;

        Reference(TextAutomaton automaton, int[] ranks) {
            this.ranks = ranks;
            this.automaton = automaton;
            settled = new Boolean[ranks.length + 1];
            state = automaton.newState();
            listener = (rule, matched, index) -> settled[rule] = matched;
            automaton.start(state, 0, listener);
        }

        void step(String text, int start, int end) {
            for (int i = start; i < end; ) {
                i = automaton.step(state, text, i, end, listener);
            }
        }

        void end() {
            automaton.end(state, 0, listener);
        }

        int certain(int below) {
            for (int i = 0; i < ranks.length; i++) {
                if (Boolean.TRUE.equals(settled[i]) && ranks[i] < below) {
                    return ranks[i];
                }
            }
            return below;
        }

        int open(int below) {
            for (int i = 0; i < ranks.length && ranks[i] < certain(below); i++) {
                if (settled[i] == null) {
                    return ranks[i];
                }
            }
            return NEVER;
        }
    }

    @Test
    void bothAutomataDecideAtTheSameCharacter() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(seed + round);
            List<TextLanguage> languages = languages(random);
            int[] ranks = random.ints(0, 100)
                    .distinct()
                    .limit(languages.size())
                    .sorted()
                    .toArray();
            FirstMatch first = FirstMatch.of(languages, ranks, AutomatonLimits.DEFAULT);
            TextAutomaton each = TextAutomaton.of(languages, AutomatonLimits.DEFAULT);
            for (int i = 0; i < 10; i++) {
                String text = text(random);
                check(first, each, ranks, text, random, "seed " + (seed + round) + ": " + languages + " in " + text);
            }
        }
    }

    @Test
    void triesDecideLikeTables() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        for (int round = 0; round < ROUNDS / 30; round++) {
            Random random = new Random(seed + round);
            List<TextLanguage> languages = languages(random);
            int[] ranks = IntStream.range(0, languages.size()).toArray();
            List<TextLanguage> more = new ArrayList<>(languages);
            more.add(LONG_WORD);
            int[] moreRanks =
                    IntStream.concat(IntStream.of(ranks), IntStream.of(100)).toArray();
            FirstMatch first = FirstMatch.of(languages, ranks, AutomatonLimits.DEFAULT);
            FirstMatch firstTrie = FirstMatch.of(more, moreRanks, AutomatonLimits.DEFAULT);
            TextAutomaton each = TextAutomaton.of(languages, AutomatonLimits.DEFAULT);
            TextAutomaton eachTrie = TextAutomaton.of(more, AutomatonLimits.DEFAULT);
            for (int i = 0; i < 10; i++) {
                String text = text(random);
                String what = "seed " + (seed + round) + ": " + languages + " in " + text;
                check(firstTrie, each, ranks, text, random, what);
                check(first, eachTrie, ranks, text, random, what);
            }
        }
    }

    private static List<TextLanguage> languages(Random random) {
        List<TextLanguage> languages = new ArrayList<>();
        for (int i = random.nextInt(6); i >= 0; i--) {
            languages.add(
                    switch (random.nextInt(5)) {
                        case 0 -> TextLanguage.prefix(text(random));
                        case 1 -> TextLanguage.words(text(random));
                        case 2 -> TextLanguage.words();
                        default ->
                            TextLanguage.pattern(RandomPattern.any(random, 1).ours());
                    });
        }
        return languages;
    }

    private static String text(Random random) {
        return random.nextInt(3) == 0 ? RandomPattern.text(random, 6) : RandomPattern.text(random, 3) + "aab-";
    }

    private static void check(
            FirstMatch first, TextAutomaton each, int[] ranks, String text, Random random, String what) {
        Reference reference = new Reference(each, ranks);
        int below = random.nextInt(3) == 0 ? random.nextInt(100) : 100;
        int[] state = new int[first.stateSize() + random.nextInt(2)];
        first.start(state, below);
        assertKnown(first, state, reference, below, what);
        for (int at = 0; at < text.length(); ) {
            int cut = text.offsetByCodePoints(at, 1 + random.nextInt(text.codePointCount(at, text.length())));
            while (at < cut) {
                int stop = first.step(state, text, at, cut);
                assertThat(stop).as(what).isBetween(at + 1, cut);
                int certain = reference.certain(below);
                int open = reference.open(below);
                for (int before = at; at < stop; before = at) {
                    assertThat(reference.certain(below))
                            .as("nothing changed before, %s", what)
                            .isEqualTo(certain);
                    assertThat(reference.open(below))
                            .as("nothing changed before, %s", what)
                            .isEqualTo(open);
                    at = text.offsetByCodePoints(before, 1);
                    reference.step(text, before, at);
                }
                assertKnown(first, state, reference, below, what);
            }
        }
        first.end(state);
        reference.end();
        assertKnown(first, state, reference, below, what);
        assertThat(first.first(text, below, state)).as(what).isEqualTo(reference.certain(below));
    }

    private static void assertKnown(FirstMatch first, int[] state, Reference reference, int below, String what) {
        assertThat(first.certain(state)).as(what).isEqualTo(reference.certain(below));
        assertThat(first.open(state)).as(what).isEqualTo(reference.open(below));
    }

    @Test
    void manySearchesAreOneAutomatonThatIsNoLargerThanTheirWords() {
        List<TextLanguage> languages = new ArrayList<>();
        int[] ranks = new int[300];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = i;
            languages.add(
                    i % 3 == 0
                            ? TextLanguage.pattern("\\btool" + i + "\\s+(?:apply|destroy)\\b")
                            : i % 3 == 1
                                    ? TextLanguage.pattern("^docker\\s+run\\b.*--name=service" + i + "\\b")
                                    : TextLanguage.prefix("release-" + i + " "));
        }
        FirstMatch first = FirstMatch.of(languages, ranks, AutomatonLimits.DEFAULT);
        assertThat(first.automata()).isEqualTo(1);
        int[] state = first.newState();
        assertThat(first.first("cd x; tool30  apply; tool27 destroy", NEVER, state))
                .isEqualTo(27);
        assertThat(first.first("docker run a --name=service7x --name=service271 tool297 apply", NEVER, state))
                .isEqualTo(271);
        assertThat(first.first("release-5 tool297 apply", NEVER, state)).isEqualTo(5);
        assertThat(first.first("nothing of this", NEVER, state)).isEqualTo(NEVER);
    }

    @Test
    void languagesThatCantBeOneAutomatonAreSeveral() {
        List<TextLanguage> languages = new ArrayList<>(List.of(TextLanguage.words("w".repeat(30_000), "b")));
        int[] ranks = new int[31];
        for (int i = 1; i < ranks.length; i++) {
            ranks[i] = i;
            languages.add(TextLanguage.pattern((char) ('a' + i % 7) + "[^]{" + i % 9 + "}" + (char) ('a' + i % 5)));
        }
        FirstMatch first = FirstMatch.of(languages, ranks, AutomatonLimits.DEFAULT);
        assertThat(first.automata()).isGreaterThan(2);
        TextAutomaton each = TextAutomaton.of(languages, AutomatonLimits.DEFAULT);
        Random random = new Random(5);
        for (int round = 0; round < 200; round++) {
            StringBuilder text = new StringBuilder();
            random.ints(random.nextInt(40), 'a', 'h').forEach(c -> text.append((char) c));
            check(first, each, ranks, text + "b", random, text.toString());
        }
        assertThat(first.first("w".repeat(30_000), 99, first.newState())).isZero();
        assertThat(first.first("w".repeat(29_999), 99, first.newState())).isEqualTo(99);
    }
}
