package dev.toolpolicy.analysis.internal.automaton.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The lookup of many languages against each of them alone. */
class TextLookupTest {
    private static final long SEED = Long.getLong("toolpolicy.seed", 20_261_128);
    private static final String LETTERS = "ab/.1é";

    @Test
    void findsTheLanguagesThatContainAText() {
        Random random = new Random(SEED);
        for (int round = 0; round < 40; round++) {
            int count = 1 + random.nextInt(round % 2 == 0 ? 5 : 150);
            List<TextLanguage> stated =
                    IntStream.range(0, count).mapToObj(i -> language(random, i)).toList();
            List<Language> alone = stated.stream()
                    .map(each -> Language.of(each, AutomatonLimits.DEFAULT))
                    .toList();
            TextLookup lookup = new TextLookup(stated, AutomatonLimits.DEFAULT);
            for (String text : texts(random)) {
                BitSet expected = new BitSet();
                IntStream.range(0, count)
                        .forEach(i -> expected.set(i, alone.get(i).contains(text)));
                assertThat(lookup.matching(text))
                        .as("seed %d, round %d, \"%s\"", SEED, round, text)
                        .isEqualTo(expected);
            }
        }
    }

    /** One that is like many others, or any other. */
    private static TextLanguage language(Random random, int number) {
        String name = Integer.toString(number + 10, 2).replace('0', 'a');
        return switch (random.nextInt(8)) {
            case 0 -> TextLanguage.words("a/" + name, name);
            case 1 -> TextLanguage.prefix("a/" + name);
            case 2 -> TextLanguage.pattern(RandomPattern.any(random, 2).ours());
            case 3 -> TextLanguage.pattern(name);
            case 4 -> TextLanguage.pattern("\\." + name + "$");
            default -> TextLanguage.pattern("^([^]*/)?" + name + "/[^]+$");
        };
    }

    private static List<String> texts(Random random) {
        List<String> texts = new ArrayList<>(List.of(""));
        for (int i = 0; i < 60; i++) {
            String name = Integer.toString(random.nextInt(160) + 10, 2).replace('0', 'a');
            String any = random.ints(random.nextInt(12), 0, LETTERS.length())
                    .mapToObj(at -> LETTERS.substring(at, at + 1))
                    .collect(Collectors.joining());
            texts.add(any);
            texts.add(any + "/" + name + "/" + any);
            texts.add(name + "/." + name);
        }
        return texts;
    }
}
