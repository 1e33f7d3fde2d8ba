package dev.toolpolicy.runtime.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Match;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.Rule;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Small rule lists against a naive evaluator over every small call: what is said never to decide never does. The calls
 * are chosen so rich that the converse holds too, so a rule that is missed shows as well.
 */
class ReachabilityOracleTest {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int LISTS = 3000;
    private static final List<String> TEXTS = List.of("", "a", "ab", "abc", "b", "z", "zz");
    private static final List<String> PATHS =
            List.of(".", "a", "./a", "a/b", "a/../b", "ab", "..", "../a", "../..", "/", "/a", "z", "../z", "/z", "a/z");

    /** A list of rules with the calls that it is tried on. */
    private record Scene(ToolSchema schema, List<ObjectNode> calls) {}

    @Test
    void whatIsReportedNeverDecides() {
        List<Scene> scenes = scenes();
        int unreachable = 0;
        for (int seed = 0; seed < LISTS; seed++) {
            Random random = new Random(seed);
            Scene scene = scenes.get(random.nextInt(scenes.size()));
            RuleList rules = rules(random, scene.schema());
            CheckedRules checked = RuleListCheck.check(scene.schema(), rules);
            Set<Integer> reported = reported(checked);
            unreachable += reported.size();
            Set<Integer> deciding = deciding(scene, rules);
            int last = rules.rules().size() - 1;
            boolean finalCatchAll = last >= 0 && rules.rules().get(last).condition().isEmpty();
            Set<Integer> idle = IntStream.rangeClosed(0, last)
                    .filter(rule -> !deciding.contains(rule))
                    .filter(rule -> rule != last || !finalCatchAll || hasCatchAll(rules, last))
                    .boxed()
                    .collect(Collectors.toSet());
            assertThat(reported).as("seed %d: %s for %s", seed, rules, scene.schema()).isEqualTo(idle);
            boolean warned = checked.diagnostics().stream()
                    .anyMatch(each -> each.code() == DiagnosticCode.NO_CATCH_ALL);
            assertThat(warned).as("implicit ask, seed %d: %s", seed, rules).isEqualTo(deciding.contains(-1));
        }
        assertThat(unreachable).isGreaterThan(LISTS / 2);
    }

    /** The rules that are said to take a rule's calls really do: without any other the rule still never decides. */
    @Test
    void theNamedRulesTakeEveryCall() {
        List<Scene> scenes = scenes();
        for (int seed = 0; seed < LISTS / 3; seed++) {
            Random random = new Random(seed);
            Scene scene = scenes.get(random.nextInt(scenes.size()));
            List<Rule> rules = rules(random, scene.schema()).rules();
            for (Diagnostic problem : RuleListCheck.check(scene.schema(), new RuleList(rules)).diagnostics()) {
                if (problem.code() == DiagnosticCode.UNREACHABLE_RULE) {
                    List<Rule> fewer = new ArrayList<>();
                    problem.related().forEach(place -> fewer.add(rules.get(place.rule())));
                    fewer.add(rules.get(problem.rule()));
                    assertThat(deciding(scene, new RuleList(fewer)))
                            .as("seed %d: %s of %s", seed, problem, rules)
                            .doesNotContain(fewer.size() - 1);
                }
            }
        }
    }

    private static boolean hasCatchAll(RuleList rules, int before) {
        return rules.rules().subList(0, before).stream().anyMatch(rule -> rule.condition().isEmpty());
    }

    private static Set<Integer> reported(CheckedRules checked) {
        assertThat(checked.diagnostics())
                .allMatch(each -> !each.isError() || each.code() == DiagnosticCode.UNREACHABLE_RULE);
        return checked.diagnostics().stream()
                .filter(Diagnostic::isError)
                .map(Diagnostic::rule)
                .collect(Collectors.toSet());
    }

    // ---- the naive evaluator

    private static Set<Integer> deciding(Scene scene, RuleList rules) {
        Set<Integer> deciding = new HashSet<>();
        for (ObjectNode call : scene.calls()) {
            int decides = -1;
            for (int rule = rules.rules().size() - 1; rule >= 0; rule--) {
                if (rules.rules().get(rule).condition().map(condition -> holds(condition, scene, call)).orElse(true)) {
                    decides = rule;
                }
            }
            deciding.add(decides);
        }
        return deciding;
    }

    private static boolean holds(Condition condition, Scene scene, JsonNode call) {
        List<JsonNode> values = new ArrayList<>();
        collect(call, condition.argument().segments(), values);
        ParameterType type =
                ((ArgumentPointer.Resolution.Resolved) condition.argument().resolve(scene.schema())).type();
        long satisfying = values.stream().filter(value -> satisfies(value, condition.matcher(), type)).count();
        return condition.match() == Match.ANY ? satisfying > 0 : satisfying > 0 && satisfying == values.size();
    }

    private static void collect(JsonNode value, List<String> names, List<JsonNode> values) {
        if (value == null || value.isNull()) {
            return;
        }
        if (value.isArray()) {
            value.forEach(element -> collect(element, names, values));
        } else if (names.isEmpty()) {
            values.add(value);
        } else {
            collect(value.get(names.get(0)), names.subList(1, names.size()), values);
        }
    }

    private static boolean satisfies(JsonNode value, Matcher matcher, ParameterType type) {
        boolean path = type instanceof ParameterType.PathType;
        if (matcher instanceof Matcher.Constant constant) {
            return equal(value, constant.value(), path);
        } else if (matcher instanceof Matcher.OneOf oneOf) {
            return oneOf.values().stream().anyMatch(each -> equal(value, each, path));
        } else if (matcher instanceof Matcher.Prefix prefix) {
            return path ? under(value.textValue(), prefix.text()) : value.textValue().startsWith(prefix.text());
        }
        Matcher.Bound bound = (Matcher.Bound) matcher;
        int order = value.decimalValue().compareTo(new BigDecimal(bound.limit().toString()));
        return switch (bound.kind()) {
            case MINIMUM -> order >= 0;
            case MAXIMUM -> order <= 0;
            case EXCLUSIVE_MINIMUM -> order > 0;
            case EXCLUSIVE_MAXIMUM -> order < 0;
        };
    }

    private static boolean equal(JsonNode a, JsonNode b, boolean path) {
        if (a.isNumber() && b.isNumber()) {
            return a.decimalValue().compareTo(b.decimalValue()) == 0;
        }
        return path ? normal(a.textValue()).equals(normal(b.textValue())) : a.equals(b);
    }

    /** Normal forms by rewriting text until nothing changes, with a slash before and after every component. */
    private static String normal(String text) {
        String path = "/" + text + "/";
        for (String before = ""; !before.equals(path); ) {
            before = path;
            path = path.replace("//", "/").replace("/./", "/").replaceFirst("/(?!\\.\\./)[^/]+/\\.\\./", "/");
        }
        while (text.startsWith("/") && path.startsWith("/../")) {
            path = path.substring(3);
        }
        return (text.startsWith("/") ? "absolute" : "relative") + path;
    }

    private static boolean under(String text, String prefix) {
        String path = normal(text);
        String above = normal(prefix);
        return path.startsWith(above) && !path.substring(above.length()).startsWith("../");
    }

    // ---- random rules

    private static RuleList rules(Random random, ToolSchema schema) {
        List<Rule> rules = new ArrayList<>();
        List<String> places = new ArrayList<>();
        places(schema.root(), "", places);
        int size = 1 + random.nextInt(6);
        for (int i = 0; i < size; i++) {
            Mode mode = Mode.values()[random.nextInt(4)];
            boolean catchAll = random.nextInt(i == size - 1 ? 2 : 12) == 0;
            rules.add(catchAll ? Rule.otherwise(mode) : Rule.when(condition(random, schema, places), mode));
        }
        return new RuleList(rules);
    }

    private static void places(ParameterType type, String place, List<String> places) {
        if (type instanceof ParameterType.ArrayType array) {
            places(array.items(), place, places);
        } else if (type instanceof ParameterType.ObjectType object) {
            object.properties().forEach(each -> places(each.type(), place + "/" + each.name(), places));
        } else {
            places.add(place);
        }
    }

    private static Condition condition(Random random, ToolSchema schema, List<String> places) {
        ArgumentPointer pointer = ArgumentPointer.parse(places.get(random.nextInt(places.size())));
        var place = (ArgumentPointer.Resolution.Resolved) pointer.resolve(schema);
        Match match = place.throughArray() && random.nextInt(3) == 0 ? Match.ALL : Match.ANY;
        return new Condition(pointer, matcher(random, place.type()), match);
    }

    private static Matcher matcher(Random random, ParameterType type) {
        List<JsonNode> values = values(type, true);
        int kind = random.nextInt(3);
        boolean numeric = type instanceof ParameterType.IntegerType || type instanceof ParameterType.NumberType;
        if (kind == 0 && numeric) {
            String limit = new BigDecimal(random.nextInt(7) - 1).divide(new BigDecimal(2)).toString();
            Matcher.Bound.Kind[] kinds = Matcher.Bound.Kind.values();
            return new Matcher.Bound(kinds[random.nextInt(kinds.length)], ExactNumber.of(limit));
        } else if (kind == 0 && !(type instanceof ParameterType.BooleanType)) {
            String text = values.get(random.nextInt(values.size())).textValue();
            return new Matcher.Prefix(text.isEmpty() ? "a" : text);
        } else if (kind == 1) {
            return new Matcher.Constant(values.get(random.nextInt(values.size())));
        }
        List<JsonNode> some = values.stream().filter(value -> random.nextBoolean()).toList();
        return new Matcher.OneOf(some.isEmpty() ? values.subList(0, 1) : some);
    }

    // ---- every small call

    /**
     * Values of a type that stand for all: some for rules to name, and, for calls alone, some that no rule names: a
     * text below each prefix, a number between and beyond all limits.
     */
    private static List<JsonNode> values(ParameterType type, boolean named) {
        if (type instanceof ParameterType.StringType string) {
            List<String> texts = string.allowed().isEmpty() ? TEXTS.subList(0, 5) : string.allowed();
            Stream<String> more = string.allowed().isEmpty() && !named
                    ? Stream.of("!", "a!", "ab!", "abc!", "b!")
                    : Stream.of();
            return Stream.concat(texts.stream(), more).<JsonNode>map(NODES::textNode).toList();
        } else if (type instanceof ParameterType.PathType) {
            Stream<String> more = named
                    ? Stream.of()
                    : PATHS.stream().flatMap(path -> Stream.of(path + "/!", "!"));
            return Stream.concat(PATHS.subList(0, 11).stream(), more).<JsonNode>map(NODES::textNode).toList();
        } else if (type instanceof ParameterType.BooleanType) {
            return List.of(BooleanNode.TRUE, BooleanNode.FALSE);
        }
        boolean whole = type instanceof ParameterType.IntegerType;
        int from = named ? 0 : -8;
        int to = named ? 8 : 16;
        return IntStream.rangeClosed(from, to)
                .filter(quarter -> quarter % (whole ? 4 : named ? 2 : 1) == 0)
                .<JsonNode>mapToObj(quarter -> NODES.numberNode(new BigDecimal(quarter).divide(new BigDecimal(4))))
                .toList();
    }

    private static List<Scene> scenes() {
        ParameterType level = new ParameterType.StringType(List.of("low", "mid", "high"));
        ParameterType numbers = ParameterType.arrayOf(ParameterType.integer());
        ParameterType flags = ParameterType.arrayOf(ParameterType.bool());
        ParameterType edits = ParameterType.arrayOf(ParameterType.objectOf(
                Parameter.required("flag", ParameterType.bool()),
                Parameter.optional("level", level)));
        ParameterType options = ParameterType.objectOf(
                Parameter.required("flag", ParameterType.bool()),
                Parameter.optional("level", level).withDefault(NODES.textNode("mid")));
        return Stream.of(
                        ToolSchema.of(Parameter.required("text", ParameterType.string())),
                        ToolSchema.of(Parameter.required("path", ParameterType.path())),
                        ToolSchema.of(
                                Parameter.required("flag", ParameterType.bool()),
                                Parameter.optional("text", ParameterType.string())),
                        ToolSchema.of(
                                Parameter.optional("count", ParameterType.integer()),
                                Parameter.required("ratio", ParameterType.number())),
                        ToolSchema.of(
                                Parameter.optional("level", level).withDefault(NODES.textNode("low")),
                                Parameter.optional("flag", ParameterType.bool())),
                        ToolSchema.of(Parameter.required("numbers", numbers)),
                        ToolSchema.of(
                                Parameter.optional("flags", flags),
                                Parameter.required("flag", ParameterType.bool())),
                        ToolSchema.of(Parameter.required("edits", edits)),
                        ToolSchema.of(Parameter.required("options", options)),
                        ToolSchema.of(Parameter.optional("options", options), Parameter.required("level", level)))
                .map(schema -> new Scene(schema, objects(schema.root())))
                .toList();
    }

    private static List<ObjectNode> objects(ParameterType.ObjectType type) {
        List<ObjectNode> objects = List.of(NODES.objectNode());
        for (Parameter property : type.properties()) {
            List<ObjectNode> longer = new ArrayList<>();
            for (ObjectNode object : objects) {
                if (!property.isRequired()) {
                    ObjectNode without = object.deepCopy();
                    property.defaultValue().ifPresent(value -> without.set(property.name(), value));
                    longer.add(without);
                }
                for (JsonNode value : all(property.type())) {
                    longer.add(object.deepCopy().set(property.name(), value));
                }
            }
            objects = longer;
        }
        return objects;
    }

    private static List<JsonNode> all(ParameterType type) {
        if (type instanceof ParameterType.ObjectType object) {
            return List.copyOf(objects(object));
        }
        if (!(type instanceof ParameterType.ArrayType array)) {
            return values(type, false);
        }
        List<JsonNode> arrays = new ArrayList<>(List.of(NODES.arrayNode()));
        List<ArrayNode> shorter = List.of(NODES.arrayNode());
        for (int length = 1; length <= 3; length++) {
            List<ArrayNode> longer = new ArrayList<>();
            for (ArrayNode each : shorter) {
                all(array.items()).forEach(element -> longer.add(each.deepCopy().add(element)));
            }
            arrays.addAll(longer);
            shorter = longer;
        }
        return arrays;
    }
}
