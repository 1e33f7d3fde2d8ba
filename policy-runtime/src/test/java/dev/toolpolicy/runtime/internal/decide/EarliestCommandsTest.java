package dev.toolpolicy.runtime.internal.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The first character after which a decision about commands is certain, proved by all continuations. Rules have one or
 * two conditions on the line. What some other character could do, one of those that are tried can do as well: a path
 * before a name, what can't be read, and a command behind another's option. A command's end may be known one character
 * behind its semicolon, and a further word by its quote.
 */
class EarliestCommandsTest {
    private static final ToolSchema SCHEMA = ToolSchema.of(Parameter.required("c", ParameterType.string()));
    private static final List<List<String>> PATTERNS = List.of(
            List.of("a"),
            List.of("b"),
            List.of("a *"),
            List.of("b *"),
            List.of("a a"),
            List.of("a b"),
            List.of("a", "b *"),
            List.of("b", "a a"),
            List.of("a a *", "b"));
    private static final int LONGEST = 5;
    private static final List<String> ENDS = ends();

    private static List<String> ends() {
        List<String> ends = new ArrayList<>(List.of(""));
        for (int i = 0; ends.get(i).length() < LONGEST; i++) {
            for (char c : "ab ;$/".toCharArray()) {
                ends.add(ends.get(i) + c);
            }
        }
        for (int i = ends.size() / 6; i >= 0; i--) {
            ends.add(ends.get(i) + "(");
        }
        for (int i = 0; i < 43; i++) {
            for (String command : List.of("a", "b", "a a", "a b")) {
                ends.add(ends.get(i) + " -exec " + command);
            }
        }
        return ends;
    }

    private static <T> T pick(Random random, List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private static RuleList rules(Random random) {
        List<RuleSpec> rules = new ArrayList<>();
        for (int i = random.nextInt(2); i >= 0; i--) {
            Mode mode = random.nextBoolean() ? Mode.ALLOW : pick(random, List.of(Mode.values()));
            List<Condition> conditions = new ArrayList<>();
            for (int j = random.nextInt(3) > 0 ? 1 : 0; j >= 0; j--) {
                conditions.add(condition(random, mode));
            }
            rules.add(RuleSpec.whenAll(conditions, mode));
        }
        rules.add(RuleSpec.otherwise(pick(random, List.of(Mode.values()))));
        return new RuleList(rules);
    }

    private static Condition condition(Random random, Mode mode) {
        ArgumentPointer line = ArgumentPointer.parse("/c");
        if (random.nextInt(4) == 0) {
            return Condition.onArgument(line, Matcher.prefix(pick(random, List.of("a", "a b", "b"))));
        }
        Condition commands = Condition.onArgument(line, Matcher.commands(pick(random, PATTERNS), false));
        return mode != Mode.ALLOW && random.nextInt(3) == 0 ? commands.match(Match.ALL) : commands;
    }

    @Test
    void aDecisionFallsAtTheFirstCharacterAfterWhichAllLinesAgree() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        List<String> wrong = new ArrayList<>();
        for (long end = seed + Long.getLong("toolpolicy.rounds", 8); seed < end; seed++) {
            Random random = new Random(seed);
            RuleList rules = rules(random);
            CompiledRules compiled = CompiledRules.of(SCHEMA, ToolSchema.of(), rules, PathSettings.plain());
            String line = pick(random, ENDS.subList(0, 259));
            String text = text(line);
            int earliest = Earliest.of(text, answers(rules, line));
            int decided = Earliest.decidedAt(SCHEMA, compiled, Facts.NONE, text);
            int latest = earliest > 0 && text.charAt(earliest - 1) == ';' ? earliest + 1 : earliest;
            if (decided < earliest || decided > latest) {
                wrong.add("seed " + seed + ": " + text + " is certain at " + earliest + ", decided at " + decided
                        + " by " + rules.rules());
            }
        }
        assertEquals(List.of(), wrong, () -> wrong.size() + ":\n" + String.join("\n", wrong));
    }

    @Test
    void ofAVectorAllowedByTwoConditions() {
        ToolSchema schema = ToolSchema.of(Parameter.required("v", ParameterType.arrayOf(ParameterType.string())));
        List<JsonNode> calls = Continuations.kinds(schema.root()).stream()
                .filter(call -> !call.at("/v/0").asText().startsWith("b")) // as a shell that reads a line may
                .toList();
        KleeneOracle oracle = new KleeneOracle(JsonNodeFactory.instance.objectNode(), false);
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        List<String> wrong = new ArrayList<>();
        for (long end = seed + Long.getLong("toolpolicy.rounds", 16); seed < end; seed++) {
            Random random = new Random(seed);
            List<Condition> conditions = new ArrayList<>();
            for (int i = random.nextInt(3); i >= 0; i--) {
                conditions.add(Condition.onArgument(
                        ArgumentPointer.parse("/v"), Matcher.commands(pick(random, PATTERNS), false)));
            }
            RuleList rules = RuleList.of(RuleSpec.whenAll(conditions, Mode.ALLOW), RuleSpec.otherwise(Mode.DENY));
            JsonNode call = pick(random, calls);
            Map<String, RuleDecision> answers = new HashMap<>();
            for (JsonNode other : Continuations.of(schema.root(), call)) {
                answers.put(other.toString(), oracle.decide(rules, (ObjectNode) other));
            }
            int earliest = Earliest.of(call.toString(), answers);
            int decided = Earliest.decidedAt(
                    schema,
                    CompiledRules.of(schema, ToolSchema.of(), rules, PathSettings.plain()),
                    Facts.NONE,
                    call.toString());
            int latest = earliest > 0 && call.toString().charAt(earliest - 1) == ',' ? earliest + 1 : earliest;
            if (decided < earliest || decided > latest) {
                wrong.add("seed " + seed + ": " + call + " is certain at " + earliest + ", decided at " + decided
                        + " by " + rules.rules());
            }
        }
        assertEquals(List.of(), wrong, () -> wrong.size() + ":\n" + String.join("\n", wrong));
    }

    private static Map<String, RuleDecision> answers(RuleList rules, String line) {
        KleeneOracle oracle = new KleeneOracle(JsonNodeFactory.instance.objectNode(), false);
        Map<String, RuleDecision> answers = new HashMap<>();
        for (int i = 0; i <= line.length(); i++) {
            for (String end : ENDS) {
                String other = line.substring(0, i) + end;
                answers.computeIfAbsent(
                        text(other),
                        unused -> oracle.decide(
                                rules, JsonNodeFactory.instance.objectNode().put("c", other)));
            }
        }
        return answers;
    }

    private static String text(String line) {
        return "{\"c\":\"" + line + "\"}";
    }
}
