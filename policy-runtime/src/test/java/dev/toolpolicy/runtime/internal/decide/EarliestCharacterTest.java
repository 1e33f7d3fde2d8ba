package dev.toolpolicy.runtime.internal.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.internal.read.CompiledSchema;
import dev.toolpolicy.runtime.internal.read.FragmentParser;
import dev.toolpolicy.runtime.internal.read.SchemaCheck;
import dev.toolpolicy.runtime.internal.read.TextPosition;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Strings are decided about at the first character after which no continuation could change the answer: not
 * later and not earlier, as an oracle finds that tries all continuations.
 */
class EarliestCharacterTest {
    private static final int ROUNDS = 250;
    private static final ToolSchema TWO = ToolSchema.of(
            Parameter.required("s", ParameterType.string()), Parameter.required("t", ParameterType.string()));
    private static final ToolSchema ARRAY =
            ToolSchema.of(Parameter.required("v", ParameterType.arrayOf(ParameterType.string())));

    @Test
    void ofTwoStrings() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        int early = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(seed + round);
            RuleList rules = StringOracle.rules(random, List.of("/s", "/t"), false);
            StringOracle oracle = new StringOracle(rules);
            String s = StringOracle.word(random, StringOracle.LONGEST_WORD + 2);
            String t = StringOracle.word(random, StringOracle.LONGEST_WORD + 2);
            Feed feed = new Feed(TWO, rules, "seed " + (seed + round) + ": " + rules + " on " + s + ", " + t);
            feed.append("{\"s\":\"");
            for (int i = 0; i <= s.length(); i++) {
                feed.append(i == 0 ? "" : written(s.charAt(i - 1), random));
                feed.assertKnows(oracle.answers("/s", oracle.beginning(s.substring(0, i)), oracle.beginning("")));
            }
            feed.append("\"");
            feed.assertKnows(oracle.answers("/s", Set.of(oracle.of(s)), oracle.beginning("")));
            feed.append(",\"t\":\"");
            for (int i = 0; i <= t.length(); i++) {
                feed.append(i == 0 ? "" : written(t.charAt(i - 1), random));
                feed.assertKnows(oracle.answers("/s", Set.of(oracle.of(s)), oracle.beginning(t.substring(0, i))));
                early += feed.isDecided() && i < t.length() ? 1 : 0;
            }
            feed.append("\"");
            feed.assertKnows(oracle.answers("/s", Set.of(oracle.of(s)), Set.of(oracle.of(t))));
            assertTrue(feed.isDecided());
        }
        assertTrue(early > ROUNDS / 10, "only " + early + " answers came early");
    }

    @Test
    void ofAnArraysStrings() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        int early = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(seed + round);
            RuleList rules = StringOracle.rules(random, List.of("/v"), true);
            StringOracle oracle = new StringOracle(rules);
            List<String> values = Stream.generate(() -> StringOracle.word(random, StringOracle.LONGEST_WORD + 1))
                    .limit(random.nextInt(4))
                    .toList();
            Feed feed = new Feed(ARRAY, rules, "seed " + (seed + round) + ": " + rules + " on " + values);
            feed.append("{\"v\":[");
            feed.assertKnows(oracle.answers(List.of(), Set.of()));
            for (int element = 0; element < values.size(); element++) {
                List<String> whole = values.subList(0, element);
                String value = values.get(element);
                feed.append(element == 0 ? "\"" : ",\"");
                for (int i = 0; i <= value.length(); i++) {
                    feed.append(i == 0 ? "" : written(value.charAt(i - 1), random));
                    feed.assertKnows(oracle.answers(whole, oracle.beginning(value.substring(0, i))));
                    early += feed.isDecided() && i < value.length() ? 1 : 0;
                }
                feed.append("\"");
                feed.assertKnows(oracle.answers(values.subList(0, element + 1), Set.of()));
            }
            feed.append("]");
            feed.assertKnows(
                    Set.of(oracle.answer(values.stream().map(oracle::of).toList())));
            assertTrue(feed.isDecided());
        }
        assertTrue(early > ROUNDS / 10, "only " + early + " answers came early");
    }

    private static String written(char c, Random random) {
        return random.nextInt(4) == 0 ? String.format("\\u%04x", (int) c) : String.valueOf(c);
    }

    /** A call that is fed unit by unit. */
    private static final class Feed {
        private final RuleEvaluation evaluation;
        private final FragmentParser parser;
        private final String what;
        private String text = "";

        Feed(ToolSchema schema, RuleList rules, String what) {
            this.what = what;
            evaluation = CompiledRules.of(schema, ToolSchema.of(), rules, PathSettings.plain())
                    .begin(new TextPosition(), Facts.NONE, false);
            parser = new FragmentParser(
                    ArgumentLimits.defaults(), new SchemaCheck(CompiledSchema.of(schema), evaluation));
        }

        /** Feeds a piece of text whose units, but for the last, must settle nothing. */
        void append(String piece) {
            boolean before = isDecided();
            for (int i = 0; i < piece.length(); i++) {
                assertEquals(before, isDecided(), () -> what + ": decided within " + piece + " after " + text);
                parser.append(piece.substring(i, i + 1));
                text += piece.charAt(i);
            }
        }

        boolean isDecided() {
            return evaluation.verdict().isPresent();
        }

        /** That there is an answer if, and only if, all calls that go on so have it. */
        void assertKnows(Set<Optional<Integer>> possible) {
            assertEquals(Optional.empty(), parser.error(), text);
            Set<Optional<Integer>> known = evaluation
                    .verdict()
                    .map(verdict -> Set.of(verdict.rule().stream().boxed().findFirst()))
                    .orElse(Set.of());
            assertEquals(possible.size() > 1 ? Set.of() : possible, known, () -> what + "\nafter " + text);
        }
    }
}
