package dev.toolpolicy.analysis.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.search.CallSearch;
import dev.toolpolicy.analysis.internal.search.RuleConstraints;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.schema.Resolution;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.internal.decide.CompiledRules;
import dev.toolpolicy.runtime.internal.decide.Facts;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.NormalPath.Form;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Of the rules about a parameter that the index finds possible, the first that holds is the engine's. */
class PossibleRulesTest {
    private static final long SEED = Long.getLong("toolpolicy.seed", 20_261);
    private static final int LISTS = Integer.getInteger("toolpolicy.rounds", 300);
    private static final int VALUES = 40;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final List<String> TEXTS = List.of(
            "", "a", "ab", "abc", "abd", "b", "ba", "bab", "c", "1", "true", "\u00e9", "\ud83d\ude00", "\ud83d\ude01a");
    private static final List<String> PATHS = List.of(
            ".",
            "a",
            "A",
            "a/b",
            "a/b/c",
            "ab",
            "./a",
            "a/../b",
            "..",
            "../a",
            "../../a",
            "/a",
            "/",
            "//a",
            "a//b/",
            "/w",
            "/w/a",
            "w/a",
            "c:",
            "C:/a",
            "c:a",
            "c:\\w\\a",
            "\\\\S\\w\\a",
            "a\\b",
            "\u0130");
    private static final List<String> NUMBERS = List.of(
            "0",
            "-0",
            "1",
            "1.0",
            "10e-1",
            "2",
            "-1",
            "-1.5",
            "1.5",
            "0.5",
            "9007199254740993",
            "9007199254740992",
            "1e30",
            "-1e30",
            "1e-30");
    private static final List<String> PATTERNS = List.of(
            "a",
            "^a",
            "b$",
            "^a.*b",
            "^(?:ab)+$",
            "[ab]c",
            "^$",
            "^.$",
            "\\bb",
            "^[^a]",
            "\\.\\.",
            "/",
            "^/w",
            "^c:",
            "\\\\");
    private static final List<Form> FORMS = List.of(
            Form.PLAIN,
            Form.PLAIN.ignoringCase(),
            Form.PLAIN.withWindowsNames(),
            Form.PLAIN.inWorkspace("/w"),
            Form.PLAIN.withWindowsNames().ignoringCase().inWorkspace("\\\\S\\w"),
            Form.PLAIN.withWindowsNames().inWorkspace("C:\\w"));
    private static final ParameterType INNER = ParameterType.objectOf(
            Parameter.optional("s", ParameterType.string()),
            Parameter.optional("f", ParameterType.path()),
            Parameter.optional("n", ParameterType.arrayOf(ParameterType.number())));
    private static final List<ParameterType> TYPES = List.of(
            ParameterType.string(),
            ParameterType.path(),
            ParameterType.integer(),
            ParameterType.number(),
            ParameterType.bool(),
            ParameterType.any(),
            INNER,
            ParameterType.arrayOf(ParameterType.string()),
            ParameterType.arrayOf(ParameterType.path()),
            ParameterType.arrayOf(ParameterType.number()),
            ParameterType.arrayOf(INNER),
            ParameterType.arrayOf(ParameterType.arrayOf(ParameterType.any())));

    private static final int NONE = Integer.MAX_VALUE;

    private final Random random = new Random(SEED);

    @Test
    void theFirstRuleIsTheEnginesFirst() {
        int found = 0;
        Set<Integer> firsts = new TreeSet<>();
        for (int i = 0; i < LISTS; i++) {
            ParameterType type = pick(TYPES);
            ToolSchema schema = ToolSchema.of(Parameter.optional("p", type));
            Form form = pick(FORMS);
            RuleList rules = rules(schema);
            CallSearch calls = new CallSearch(RuleScope.of(schema, new PathReading(form, false)));
            List<RuleConstraints> constraints = rules.rules().stream()
                    .map(rule -> calls.constraints(rule, false))
                    .toList();
            PossibleRules index = new PossibleRules();
            for (int rule = 0; rule < constraints.size(); rule++) {
                index.add(rule, constraints.get(rule).all());
            }
            CompiledRules engine = CompiledRules.of(
                    schema, ToolSchema.of(), rules, PathSettings.plain().withForm(form));
            for (int j = 0; j < VALUES; j++) {
                JsonNode value = j == 0 ? MissingNode.getInstance() : value(type);
                ObjectNode arguments = NODES.objectNode();
                if (!value.isMissingNode()) {
                    arguments.set("p", value);
                }
                // All rules ask, so that no guard has a word in it.
                int expected = engine.evaluate(arguments, Facts.NONE).rule().orElse(NONE);
                assertThat(first(index, constraints, arguments))
                        .as("seed %d, %s, %s: %s\nfor %s", SEED, schema, form, rules, value)
                        .isEqualTo(expected);
                found += expected == NONE ? 0 : 1;
                firsts.add(expected);
            }
        }
        assertThat(found).as("values that rules hold for").isGreaterThan(LISTS * VALUES / 4);
        assertThat(firsts).as("rules that came first").hasSizeGreaterThan(20);
    }

    /** Returns the first of the possible rules that holds; all others must not hold. */
    private static int first(PossibleRules index, List<RuleConstraints> rules, ObjectNode arguments) {
        BitSet possible = index.of(arguments);
        int first = NONE;
        for (int rule = rules.size() - 1; rule >= 0; rule--) {
            boolean holds = rules.get(rule).holds(arguments, NODES.objectNode());
            assertThat(possible.get(rule) || !holds).as("rule %d", rule).isTrue();
            first = holds ? rule : first;
        }
        return first;
    }

    private RuleList rules(ToolSchema schema) {
        List<ArgumentPointer> places = new ArrayList<>(List.of(ArgumentPointer.of("p")));
        for (String name : List.of("s", "f", "n")) {
            ArgumentPointer inner = ArgumentPointer.of("p", name);
            if (Resolution.of(inner, schema) instanceof Resolution.Resolved) {
                places.add(inner);
            }
        }
        List<RuleSpec> rules = new ArrayList<>();
        for (int i = random.nextInt(random.nextBoolean() ? 4 : 40); i >= 0; i--) {
            ArgumentPointer place = pick(places);
            Resolution.Resolved where = (Resolution.Resolved) Resolution.of(place, schema);
            Match match = where.throughArray() && random.nextInt(3) > 0 ? Match.ALL : Match.ANY;
            rules.add(RuleSpec.when(
                    Condition.onArgument(place, matcher(where.type())).match(match), Mode.ASK));
        }
        return new RuleList(rules);
    }

    /** Mostly such that few values satisfy it, so that late rules come first, too. */
    private Matcher matcher(ParameterType type) {
        int kind = random.nextInt(5);
        boolean number = type.kind() == ParameterType.Kind.NUMBER || type.kind() == ParameterType.Kind.INTEGER;
        if (kind == 0 && number) {
            return Matcher.bound(pick(List.of(Matcher.Bound.values())), ExactNumber.of(pick(NUMBERS)));
        } else if (kind == 0 && type.kind() == ParameterType.Kind.STRING) {
            return Matcher.prefix(pick(TEXTS.subList(1, TEXTS.size())));
        } else if (kind == 0 && type.kind() == ParameterType.Kind.PATH) {
            return Matcher.prefix(pick(PATHS));
        } else if (kind == 1 && (type.kind() == ParameterType.Kind.STRING || type.kind() == ParameterType.Kind.PATH)) {
            return Matcher.pattern(pick(PATTERNS));
        }
        return kind == 2
                ? Matcher.oneOf(Stream.generate(() -> value(type))
                        .limit(1 + random.nextInt(4))
                        .toList())
                : Matcher.constant(value(type));
    }

    private JsonNode value(ParameterType type) {
        if (type.kind() == ParameterType.Kind.STRING) {
            return NODES.textNode(pick(TEXTS));
        } else if (type.kind() == ParameterType.Kind.PATH) {
            return NODES.textNode(pick(PATHS));
        } else if (type.kind() == ParameterType.Kind.BOOLEAN) {
            return NODES.booleanNode(random.nextBoolean());
        } else if (type.kind() == ParameterType.Kind.ARRAY) {
            return NODES.arrayNode()
                    .addAll(Stream.generate(() -> value(type.items().orElseThrow()))
                            .limit(random.nextInt(4))
                            .toList());
        } else if (type.kind() == ParameterType.Kind.OBJECT) {
            ObjectNode made = NODES.objectNode();
            type.properties().stream()
                    .filter(each -> random.nextBoolean())
                    .forEach(each -> made.set(each.name(), value(each.type())));
            return made;
        } else if (type.kind() == ParameterType.Kind.ANY) {
            return value(pick(TYPES.subList(0, 8).stream()
                    .filter(each -> each.kind() != ParameterType.Kind.ANY)
                    .toList()));
        }
        return number(type.kind() == ParameterType.Kind.INTEGER);
    }

    private JsonNode number(boolean whole) {
        BigDecimal number = new BigDecimal(pick(NUMBERS));
        boolean isWhole = number.stripTrailingZeros().scale() <= 0;
        if (whole && !isWhole) {
            return NODES.numberNode(random.nextInt(3));
        }
        return isWhole && random.nextBoolean() ? NODES.numberNode(number.toBigInteger()) : NODES.numberNode(number);
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
