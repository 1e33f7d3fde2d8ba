package dev.toolpolicy.runtime.internal.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.read.FragmentParser;
import dev.toolpolicy.runtime.internal.read.SchemaCheck;
import dev.toolpolicy.runtime.internal.read.TextPosition;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The first character after which a decision is certain, proved by all continuations. Rules look at two strings and
 * name words of at most two of the characters {@code a} and {@code b}; {@code c} stands for all others. They don't tell
 * apart strings that begin with the same three characters.
 */
class EarliestCompoundTest {
    private static final int LISTS = Integer.getInteger("toolpolicy.rounds", 80);
    private static final ToolSchema SCHEMA = ToolSchema.of(
            Parameter.optional("s", ParameterType.string()), Parameter.optional("t", ParameterType.string()));
    private static final ToolSchema FACTS =
            ToolSchema.of(Parameter.optional("list", ParameterType.arrayOf(ParameterType.string())));
    private static final List<String> STRINGS = strings(3);
    /** Each of the strings, and none in both ways. */
    private static final List<String> VALUES =
            Stream.concat(STRINGS.stream(), Stream.of("absent", "null")).toList();

    private static final List<String> WORDS = List.of("", "a", "b", "aa", "ab", "ba", "bb");

    private static List<String> strings(int longest) {
        List<String> strings = new ArrayList<>(List.of(""));
        for (int i = 0; strings.get(i).length() < longest; i++) {
            for (char c = 'a'; c <= 'c'; c++) {
                strings.add(strings.get(i) + c);
            }
        }
        return strings;
    }

    private static <T> T pick(Random random, List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private static RuleList rules(Random random) {
        List<RuleSpec> rules = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            List<Condition> conditions = new ArrayList<>();
            for (int j = random.nextInt(3); j >= 0; j--) {
                conditions.add(condition(random));
            }
            rules.add(RuleSpec.whenAll(conditions, pick(random, List.of(Mode.values()))));
        }
        rules.add(RuleSpec.otherwise(pick(random, List.of(Mode.values()))));
        return new RuleList(rules);
    }

    private static Condition condition(Random random) {
        ArgumentPointer place = ArgumentPointer.parse(random.nextBoolean() ? "/s" : "/t");
        Condition condition = Condition.onArgument(place, matcher(random));
        return random.nextInt(3) == 0 ? condition.and(matcher(random)) : condition;
    }

    private static Matcher matcher(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> Matcher.constant(TextNode.valueOf(pick(random, WORDS)));
            case 1 ->
                Matcher.oneOf(List.of(TextNode.valueOf(pick(random, WORDS)), TextNode.valueOf(pick(random, WORDS))));
            case 2 -> Matcher.prefix(pick(random, WORDS.subList(1, WORDS.size())));
            default -> Matcher.inFact(ArgumentPointer.parse("/list"));
        };
    }

    private static ObjectNode facts(Random random) {
        ObjectNode facts = JsonNodeFactory.instance.objectNode();
        if (random.nextBoolean()) {
            for (int i = random.nextInt(4); i > 0; i--) {
                facts.withArray("/list").add(pick(random, WORDS));
            }
        }
        return facts;
    }

    @Test
    void aDecisionFallsAtTheFirstCharacterAfterWhichAllContinuationsAgree() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        for (long end = seed + LISTS; seed < end; seed++) {
            Random random = new Random(seed);
            RuleList rules = rules(random);
            ObjectNode facts = facts(random);
            CompiledRules compiled = CompiledRules.of(SCHEMA, FACTS, rules, PathSettings.plain());
            Map<String, RuleDecision> answers = new HashMap<>();
            for (String s : VALUES) {
                for (String t : VALUES) {
                    RuleDecision answer = new KleeneOracle(facts, false).decide(rules, arguments(s, t));
                    answers.put(text(s, t), answer);
                    answers.put(turned(s, t), answer);
                }
            }
            for (int i = 0; i < 4; i++) {
                String text = text(pick(random, VALUES), pick(random, VALUES));
                String what = "seed " + seed + ": " + rules.rules() + "\n" + facts + "\n" + text;
                assertEquals(earliest(text, answers), decidedAt(compiled, Facts.of(facts), text), what);
            }
        }
    }

    private static ObjectNode arguments(String s, String t) {
        return with("t", t, with("s", s, JsonNodeFactory.instance.objectNode()));
    }

    private static ObjectNode with(String name, String value, ObjectNode arguments) {
        return switch (value) {
            case "absent" -> arguments;
            case "null" -> arguments.putNull(name);
            default -> arguments.put(name, value);
        };
    }

    private static String text(String s, String t) {
        return arguments(s, t).toString();
    }

    /** The same arguments in the other order. */
    private static String turned(String s, String t) {
        return with("s", s, with("t", t, JsonNodeFactory.instance.objectNode())).toString();
    }

    private static int earliest(String text, Map<String, RuleDecision> answers) {
        List<Map.Entry<String, RuleDecision>> left = List.copyOf(answers.entrySet());
        for (int length = 0; ; length++) {
            String start = text.substring(0, length);
            left = left.stream().filter(each -> each.getKey().startsWith(start)).toList();
            long different =
                    left.stream().map(Map.Entry::getValue).distinct().limit(2).count();
            if (different == 1 && !isInNull(text, length)) {
                return length;
            }
        }
    }

    /** Returns whether a place is inside of a null, which is known with its last character. */
    private static boolean isInNull(String text, int place) {
        return IntStream.rangeClosed(1, 3).anyMatch(i -> text.startsWith("null", place - i));
    }

    private static int decidedAt(CompiledRules rules, Facts facts, String text) {
        RuleEvaluation evaluation = rules.begin(new TextPosition(), facts, false);
        FragmentParser parser =
                new FragmentParser(ArgumentLimits.defaults(), new SchemaCheck(SCHEMA, evaluation.visitor()));
        for (int i = 0; ; i++) {
            if (evaluation.verdict().isPresent()) {
                assertEquals(Optional.empty(), parser.error());
                return i;
            }
            parser.append(text.substring(i, i + 1));
        }
    }
}
