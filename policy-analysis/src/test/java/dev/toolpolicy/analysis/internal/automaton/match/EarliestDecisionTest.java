package dev.toolpolicy.analysis.internal.automaton.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The automaton of random rules against brute force: all texts up to a length over one character of each kind that the
 * rules tell apart, each judged by java.util.regex or plain Java; a rule is settled where all texts that continue a
 * prefix agree, and no later.
 */
class EarliestDecisionTest {
    private static final long SEED = Long.getLong("toolpolicy.seed", 20_240_519);
    private static final int ROUNDS = Integer.getInteger("toolpolicy.rounds", 200);
    private static final int MOST_KINDS = 4;
    private static final int WATCHED = 3;
    /** Up to which length texts are tried, by how many characters there are. */
    private static final int[] LONGEST = {0, 12, 10, 8, 6};

    /** One that needs several automata even for a few rules, one that has a table, one where words get a trie. */
    private static final List<AutomatonLimits> LIMITS = List.of(
            AutomatonLimits.DEFAULT,
            new AutomatonLimits(200, 10_000, 10_000, 200_000, 2_000_000, 3),
            new AutomatonLimits(200, 10_000, 10_000, 200_000, 2_000_000, 12));

    private record Rule(TextLanguage language, Predicate<String> oracle, String names) {}

    @Test
    void rulesAreSettledAtTheEarliestCharacter() {
        Random random = new Random(SEED);
        for (int round = 0; round < ROUNDS; round++) {
            List<Rule> rules = rules(random);
            String alphabet = alphabet(rules);
            while (alphabet.length() > MOST_KINDS) {
                rules = rules(random);
                alphabet = alphabet(rules);
            }
            AutomatonLimits limits = LIMITS.get(round % LIMITS.size());
            TextAutomaton automaton =
                    TextAutomaton.of(rules.stream().map(Rule::language).toList(), limits);
            List<Map<String, Boolean>> settled = settled(rules, alphabet);
            for (int i = 0; i < 30; i++) {
                check(automaton, rules, settled, text(random, alphabet), random, "seed " + SEED + ", round " + round);
            }
        }
    }

    /** Rules that are told together are those of one word of bits, so here are more of them. */
    @Test
    void eachOfManyRulesIsSettledAtTheFirstCharacterThatDecidesIt() {
        Random random = new Random(SEED);
        for (int round = 0; round < (ROUNDS + 49) / 50; round++) {
            List<Rule> rules = Stream.generate(() -> rule(random))
                    .filter(rule -> rule.names().chars().allMatch(c -> "a-".indexOf(c) >= 0))
                    .limit(40 + 8 * (round % 10))
                    .toList();
            String alphabet = alphabet(rules);
            TextAutomaton automaton =
                    TextAutomaton.of(rules.stream().map(Rule::language).toList(), AutomatonLimits.DEFAULT);
            List<Map<String, Boolean>> settled = settled(rules, alphabet);
            for (int i = 0; i < 30; i++) {
                check(automaton, rules, settled, text(random, alphabet), random, "seed " + SEED + ", round " + round);
            }
        }
    }

    private static List<Rule> rules(Random random) {
        List<Rule> rules = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            rules.add(rule(random));
        }
        return rules;
    }

    private static String alphabet(List<Rule> rules) {
        return RandomPattern.alphabet(rules.stream().map(Rule::names).collect(Collectors.joining()));
    }

    private static Rule rule(Random random) {
        int kind = random.nextInt(4);
        if (kind == 0) {
            String prefix = word(random);
            return new Rule(TextLanguage.prefix(prefix), text -> text.startsWith(prefix), prefix);
        } else if (kind == 1) {
            List<String> words = random.ints(random.nextInt(4))
                    .mapToObj(i -> word(random))
                    .distinct()
                    .toList();
            return new Rule(TextLanguage.words(words.toArray(String[]::new)), words::contains, String.join("", words));
        }
        RandomPattern pattern = RandomPattern.any(random, 1);
        while (pattern.ours().length() > 14) {
            pattern = RandomPattern.any(random, 1);
        }
        Pattern java = Pattern.compile(pattern.java());
        return new Rule(
                TextLanguage.pattern(pattern.ours()), text -> java.matcher(text).find(), pattern.ours());
    }

    private static String word(Random random) {
        return text(random, "a-");
    }

    private static String text(Random random, String alphabet) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(WATCHED + 1); i > 0; i--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    /** For each prefix what all texts that continue it say; missing if they don't agree. */
    private static List<Map<String, Boolean>> settled(List<Rule> rules, String alphabet) {
        List<Map<String, Boolean>> settled = new ArrayList<>();
        for (Rule rule : rules) {
            settled.add(new HashMap<>());
            settle("", rule.oracle(), alphabet, settled.get(settled.size() - 1));
        }
        return settled;
    }

    private static boolean settle(
            String prefix, Predicate<String> oracle, String alphabet, Map<String, Boolean> settled) {
        boolean holds = oracle.test(prefix);
        boolean agreed = true;
        for (int i = 0; i < alphabet.length() && prefix.length() < LONGEST[alphabet.length()]; i++) {
            String longer = prefix + alphabet.charAt(i);
            agreed &= settle(longer, oracle, alphabet, settled) && settled.get(longer) == holds;
        }
        if (agreed) {
            settled.put(prefix, holds);
        }
        return agreed;
    }

    private static void check(
            TextAutomaton automaton,
            List<Rule> rules,
            List<Map<String, Boolean>> settled,
            String text,
            Random random,
            String name) {
        String[] expected = new String[rules.size()];
        for (int rule = 0; rule < expected.length; rule++) {
            int at = 0;
            while (at < text.length() && !settled.get(rule).containsKey(text.substring(0, at))) {
                at++;
            }
            expected[rule] = rules.get(rule).oracle().test(text) + " at " + at;
        }
        assertThat(told(automaton, text, random, expected.length))
                .as("%s in \"%s\", %s", rules.stream().map(Rule::language).toList(), text, name)
                .isEqualTo(expected);
    }

    /** What the automaton tells, with the text cut anywhere; each rule once and in the order of the text. */
    private static String[] told(TextAutomaton automaton, String text, Random random, int rules) {
        String[] told = new String[rules];
        int[] last = {0};
        TextAutomaton.Listener listener = (first, bits, matched, index) -> {
            assertThat(bits).isNotZero();
            assertThat(index).isGreaterThanOrEqualTo(last[0]);
            last[0] = index;
            for (int bit = 0; bit < Integer.SIZE; bit++) {
                if ((bits & 1 << bit) != 0) {
                    assertThat(told[first + bit])
                            .as("rule %d told twice", first + bit)
                            .isNull();
                    told[first + bit] = matched + " at " + index;
                }
            }
        };
        int[] state = new int[automaton.stateSize()];
        Arrays.fill(state, 77);
        automaton.start(state, 0, listener);
        for (int at = 0; at < text.length(); ) {
            int cut = at + random.nextInt(text.length() - at + 1);
            while (at < cut) {
                at = automaton.step(state, text, at, cut, listener);
                assertThat(automaton.isSettled(state))
                        .isEqualTo(!Arrays.asList(told).contains(null));
            }
        }
        automaton.end(state, text.length(), listener);
        return told;
    }
}
