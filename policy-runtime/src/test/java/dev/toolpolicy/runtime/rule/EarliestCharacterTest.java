package dev.toolpolicy.runtime.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Match;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.Rule;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.json.ArgumentLimits;
import dev.toolpolicy.runtime.json.CompiledSchema;
import dev.toolpolicy.runtime.json.FragmentParser;
import dev.toolpolicy.runtime.json.SchemaCheck;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Strings are decided about at the first character after which no continuation could change the answer (R30, R34): not
 * later, and not earlier. A slow oracle tries all continuations.
 *
 * <p>Why it may stop where it does: rules here look for words of at most {@value #LONGEST} characters from the alphabet
 * {@code a}, {@code b}, so they can't tell one other character from another, and {@code c} stands for all of them; and
 * they can't tell two strings apart that agree in their first {@code LONGEST + 1} characters and both have so many.
 * Of an array's further elements at most one matters to each rule (one that satisfies an {@code any}, or fails an
 * {@code all}), so as many as there are rules are enough.
 */
class EarliestCharacterTest {
    private static final int LONGEST = 3;
    private static final int ROUNDS = 600;
    private static final List<String> STRINGS = strings(LONGEST + 1);
    private static final ToolSchema TWO = ToolSchema.of(
            Parameter.required("s", ParameterType.string()), Parameter.required("t", ParameterType.string()));
    private static final ToolSchema ARRAY =
            ToolSchema.of(Parameter.required("v", ParameterType.arrayOf(ParameterType.string())));

    private static List<String> strings(int longest) {
        List<String> strings = new ArrayList<>(List.of(""));
        for (int i = 0; strings.get(i).length() < longest; i++) {
            for (char c = 'a'; c <= 'c'; c++) {
                strings.add(strings.get(i) + c);
            }
        }
        return strings;
    }

    /** The strings that, for the rules here, stand for all that begin so. */
    private static List<String> beginningWith(String start) {
        return start.length() > LONGEST
                ? List.of(start)
                : STRINGS.stream().filter(each -> each.startsWith(start)).toList();
    }

    @Test
    void theAnswerFallsAtTheEarliestCharacterOfTwoStrings() {
        long seed = Long.getLong("toolpolicy.seed", System.nanoTime());
        int early = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(seed + round);
            RuleList rules = rules(random, List.of("/s", "/t"), false);
            String s = word(random, LONGEST + 2);
            String t = word(random, LONGEST + 2);
            Feed stream = new Feed(TWO, rules, "seed " + (seed + round) + ": " + rules + " on " + s + ", " + t);
            stream.feed("{\"s\":\"");
            for (int i = 0; i <= s.length(); i++) {
                stream.feed(i == 0 ? "" : written(s.charAt(i - 1), random));
                stream.assertKnows(answers(rules, beginningWith(s.substring(0, i)), STRINGS));
            }
            stream.feed("\"");
            stream.assertKnows(answers(rules, List.of(s), STRINGS));
            stream.feed(",\"t\":\"");
            for (int i = 0; i <= t.length(); i++) {
                stream.feed(i == 0 ? "" : written(t.charAt(i - 1), random));
                stream.assertKnows(answers(rules, List.of(s), beginningWith(t.substring(0, i))));
                early += stream.isDecided() && i < t.length() ? 1 : 0;
            }
            stream.feed("\"");
            stream.assertKnows(answers(rules, List.of(s), List.of(t)));
            assertTrue(stream.isDecided());
        }
        assertTrue(early > ROUNDS / 10, "only " + early + " answers came early");
    }

    /** Every answer that some call gives, whose parameters are among these. */
    private static Set<Optional<Integer>> answers(RuleList rules, List<String> firsts, List<String> seconds) {
        Set<Optional<Integer>> answers = new HashSet<>();
        for (String first : firsts) {
            for (String second : seconds) {
                answers.add(answer(rules, rule -> satisfies(
                        rule, pointer(rule).equals("/s") ? first : second)));
                if (answers.size() > 1) {
                    return answers;
                }
            }
        }
        return answers;
    }

    @Test
    void theAnswerFallsAtTheEarliestCharacterOfAnArray() {
        long seed = Long.getLong("toolpolicy.seed", System.nanoTime());
        int early = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(seed + round);
            RuleList rules = rules(random, List.of("/v"), true);
            List<String> values = Stream.generate(() -> word(random, LONGEST + 1)).limit(random.nextInt(4)).toList();
            Feed stream = new Feed(ARRAY, rules, "seed " + (seed + round) + ": " + rules + " on " + values);
            stream.feed("{\"v\":[");
            stream.assertKnows(arrays(rules, List.of(), null));
            for (int element = 0; element < values.size(); element++) {
                stream.feed(element == 0 ? "\"" : ",\"");
                String value = values.get(element);
                for (int i = 0; i <= value.length(); i++) {
                    stream.feed(i == 0 ? "" : written(value.charAt(i - 1), random));
                    stream.assertKnows(arrays(rules, values.subList(0, element), value.substring(0, i)));
                    early += stream.isDecided() && i < value.length() ? 1 : 0;
                }
                stream.feed("\"");
                stream.assertKnows(arrays(rules, values.subList(0, element + 1), null));
            }
            stream.feed("]");
            stream.assertKnows(Set.of(answer(rules, rule -> holds(rule, values))));
            assertTrue(stream.isDecided());
        }
        assertTrue(early > ROUNDS / 10, "only " + early + " answers came early");
    }

    /** Every answer that some array gives, which begins with these elements and, if there is one, an open string. */
    private static Set<Optional<Integer>> arrays(RuleList rules, List<String> whole, String open) {
        Set<Optional<Integer>> answers = new HashSet<>();
        for (String last : open == null ? List.of("") : beginningWith(open)) {
            List<String> array = new ArrayList<>(whole);
            if (open != null) {
                array.add(last);
            }
            collect(rules, array, rules.rules().size(), kinds(rules), answers);
        }
        return answers;
    }

    private static void collect(
            RuleList rules, List<String> array, int more, List<String> kinds, Set<Optional<Integer>> answers) {
        answers.add(answer(rules, rule -> holds(rule, array)));
        for (String kind : more == 0 || answers.size() > 1 ? List.<String>of() : kinds) {
            array.add(kind);
            collect(rules, array, more - 1, kinds, answers);
            array.remove(array.size() - 1);
        }
    }

    /** One string of each kind that the rules tell apart. */
    private static List<String> kinds(RuleList rules) {
        Set<List<Boolean>> seen = new HashSet<>();
        return STRINGS.stream()
                .filter(each -> seen.add(
                        rules.rules().stream().map(rule -> satisfies(rule, each)).toList()))
                .toList();
    }

    private static Optional<Integer> answer(RuleList rules, Predicate<Rule> holds) {
        for (int i = 0; i < rules.rules().size(); i++) {
            if (holds.test(rules.rules().get(i))) {
                return Optional.of(i);
            }
        }
        return Optional.empty();
    }

    private static boolean holds(Rule rule, List<String> values) {
        boolean all = rule.condition().orElseThrow().match() == Match.ALL;
        return all
                ? !values.isEmpty() && values.stream().allMatch(value -> satisfies(rule, value))
                : values.stream().anyMatch(value -> satisfies(rule, value));
    }

    private static boolean satisfies(Rule rule, String value) {
        Matcher matcher = rule.condition().orElseThrow().matcher();
        if (matcher instanceof Matcher.Constant constant) {
            return constant.value().textValue().equals(value);
        } else if (matcher instanceof Matcher.OneOf oneOf) {
            return oneOf.values().stream().anyMatch(each -> each.textValue().equals(value));
        }
        return value.startsWith(((Matcher.Prefix) matcher).text());
    }

    private static String pointer(Rule rule) {
        return rule.condition().orElseThrow().argument().toString();
    }

    private static RuleList rules(Random random, List<String> pointers, boolean repeated) {
        List<Rule> rules = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            Match match = repeated && random.nextBoolean() ? Match.ALL : Match.ANY;
            ArgumentPointer pointer = ArgumentPointer.parse(pointers.get(random.nextInt(pointers.size())));
            rules.add(Rule.when(new Condition(pointer, matcher(random), match), Mode.SKIP));
        }
        return new RuleList(rules);
    }

    private static Matcher matcher(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> new Matcher.Constant(TextNode.valueOf(ruleWord(random, LONGEST)));
            case 1 -> new Matcher.OneOf(Stream.<JsonNode>generate(() -> TextNode.valueOf(ruleWord(random, LONGEST)))
                    .limit(1 + random.nextInt(3))
                    .toList());
            default -> new Matcher.Prefix("ab".charAt(random.nextInt(2)) + ruleWord(random, LONGEST - 1));
        };
    }

    private static String ruleWord(Random random, int longest) {
        return word(random, longest).replace('c', 'a');
    }

    private static String word(Random random, int longest) {
        StringBuilder word = new StringBuilder();
        for (int i = random.nextInt(longest + 1); i > 0; i--) {
            word.append("aabbc".charAt(random.nextInt(5)));
        }
        return word.toString();
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
            evaluation = CompiledRules.of(schema, rules).begin();
            parser = new FragmentParser(
                    ArgumentLimits.defaults(), new SchemaCheck(CompiledSchema.of(schema), evaluation));
        }

        /** Feeds a piece of text whose units, but for the last, must settle nothing. */
        void feed(String piece) {
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

        void assertKnows(Set<Optional<Integer>> possible) {
            assertEquals(Optional.empty(), parser.error(), text);
            Set<Optional<Integer>> known = evaluation.verdict()
                    .map(verdict -> Set.of(verdict.rule().isPresent()
                            ? Optional.of(verdict.rule().getAsInt())
                            : Optional.<Integer>empty()))
                    .orElse(Set.of());
            assertEquals(possible.size() > 1 ? Set.of() : possible, known, () -> what + "\nafter " + text);
        }
    }
}
