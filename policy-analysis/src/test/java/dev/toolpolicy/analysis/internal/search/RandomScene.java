package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.analysis.internal.read.ValueReader;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.schema.Resolution;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** A random small tool with a few conditions that rules about it may have, and all its calls as far as those differ. */
final class RandomScene {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int CONDITIONS = 9;
    private static final List<String> PATTERNS =
            List.of("a", "^a", "b$", "^a.*b$", "^$", "^.$", "ab", "^[ab]*$", "[^ab]", "^(?:ab)+", "^\\.\\.", "/");

    private final Random random;
    final ToolSchema schema;
    final List<Condition> conditions = new ArrayList<>();
    /** Calls by the set of conditions that they satisfy, as bits. */
    final Map<Integer, List<JsonNode>> calls;

    RandomScene(Random random) {
        this.random = random;
        schema = new ToolSchema(object(2, List.of("p", "q", "r").subList(0, 1 + random.nextInt(3)), null));
        List<ArgumentPointer> places = new ArrayList<>();
        collect(schema.root(), List.of(), places);
        while (conditions.size() < CONDITIONS) {
            conditions.add(condition(pick(places)));
        }
        calls = Universe.of(schema, conditions);
    }

    private ParameterType object(int depth, List<String> names, ParameterType additional) {
        List<Parameter> properties = new ArrayList<>();
        for (String name : names) {
            ParameterType type = type(depth);
            Parameter property = random.nextBoolean() ? Parameter.required(name, type) : Parameter.optional(name, type);
            if (!property.isRequired() && random.nextInt(3) == 0) {
                property = property.withDefault(value(type));
            }
            properties.add(property);
        }
        return ParameterType.objectOf(properties, additional);
    }

    private ParameterType type(int depth) {
        return switch (random.nextInt(depth > 0 ? 11 : 7)) {
            case 0 -> ParameterType.bool();
            case 1 -> ParameterType.string();
            case 2 -> random.nextBoolean() ? ParameterType.path() : ParameterType.path(List.of("a", "./a", "b"));
            case 3 -> random.nextBoolean() ? ParameterType.integer() : ParameterType.integer(0, 2);
            case 4 -> ParameterType.number(pick(List.of(ParameterType.Precision.values())));
            case 5 -> ParameterType.string(List.of("a", "ab", "b"));
            case 6 -> random.nextInt(3) == 0 ? ParameterType.any() : ParameterType.bool();
            case 7, 8 ->
                object(
                        depth - 1,
                        List.of("s", "t").subList(0, 1 + random.nextInt(2)),
                        random.nextInt(4) == 0 ? ParameterType.bool() : null);
            default -> ParameterType.arrayOf(type(depth - 1));
        };
    }

    private static void collect(ParameterType type, List<String> names, List<ArgumentPointer> places) {
        ParameterType inner = type;
        while (inner.kind() == ParameterType.Kind.ARRAY) {
            inner = inner.items().orElseThrow();
        }
        if (!names.isEmpty()) {
            places.add(ArgumentPointer.of(names.toArray(String[]::new)));
        }
        if (inner.kind() == ParameterType.Kind.OBJECT) {
            inner.properties()
                    .forEach(each -> collect(
                            each.type(),
                            Stream.concat(names.stream(), Stream.of(each.name()))
                                    .toList(),
                            places));
        }
    }

    private Condition condition(ArgumentPointer pointer) {
        Resolution.Resolved place = (Resolution.Resolved) Resolution.of(pointer, schema);
        Match match = place.throughArray() && random.nextBoolean() ? Match.ALL : Match.ANY;
        return Condition.onArgument(pointer, matcher(place.type())).match(match);
    }

    private Matcher matcher(ParameterType type) {
        boolean text = type.kind() == ParameterType.Kind.STRING || type.kind() == ParameterType.Kind.PATH;
        boolean number = type.kind() == ParameterType.Kind.NUMBER || type.kind() == ParameterType.Kind.INTEGER;
        int kind = random.nextInt(4);
        if (text && kind == 0) {
            String word = pick(type.kind() == ParameterType.Kind.PATH ? SmallValues.PATHS : SmallValues.WORDS);
            return Matcher.prefix(word.isEmpty() ? "a" : word);
        } else if (text && kind == 1) {
            return Matcher.pattern(pick(PATTERNS));
        } else if (number && kind < 2) {
            Matcher.Bound bound = Matcher.Bound.values()[random.nextInt(4)];
            return Matcher.bound(bound, ExactNumber.of(pick(SmallValues.LIMITS)));
        } else if (kind == 2) {
            return Matcher.constant(named(type));
        }
        return Matcher.oneOf(
                Stream.generate(() -> named(type)).limit(1 + random.nextInt(2)).toList());
    }

    /** A value that a rule may name, with its defaults or without. */
    private JsonNode named(ParameterType type) {
        JsonNode value = value(type);
        return random.nextInt(4) == 0 ? value : Completion.of(type, value).orElseThrow();
    }

    private JsonNode value(ParameterType type) {
        if (type.kind() == ParameterType.Kind.ARRAY) {
            return NODES.arrayNode()
                    .addAll(Stream.generate(() -> value(type.items().orElseThrow()))
                            .limit(random.nextInt(3))
                            .toList());
        } else if (type.kind() == ParameterType.Kind.OBJECT) {
            var some = NODES.objectNode();
            type.properties().stream()
                    .filter(each -> each.isRequired() || random.nextBoolean())
                    .forEach(each -> some.set(each.name(), value(each.type())));
            return some;
        }
        JsonNode value = type.kind() == ParameterType.Kind.STRING
                        && type.allowed().isEmpty()
                ? NODES.textNode(pick(SmallValues.WORDS))
                : type.kind() == ParameterType.Kind.PATH && type.allowed().isEmpty()
                        ? NODES.textNode(pick(SmallValues.PATHS))
                        : pick(SmallValues.of(type));
        return ValueReader.read(type, value, ValueSyntax.TYPED).orElseThrow();
    }

    RuleList rules() {
        List<RuleSpec> rules = new ArrayList<>();
        int size = random.nextInt(8);
        for (int i = 0; i < size; i++) {
            Mode mode = pick(List.of(Mode.values()));
            boolean catchAll = random.nextInt(i == size - 1 ? 3 : 15) == 0;
            rules.add(catchAll ? RuleSpec.otherwise(mode) : RuleSpec.when(pick(conditions), mode));
        }
        return new RuleList(rules);
    }

    /** The rule that decides the calls that satisfy some of the conditions, given as bits; -1 if none does. */
    int decides(RuleList list, int satisfied) {
        List<RuleSpec> rules = list.rules();
        for (int i = 0; i < rules.size(); i++) {
            if (rules.get(i).conditions().stream().allMatch(each -> (satisfied >> conditions.indexOf(each) & 1) == 1)) {
                return i;
            }
        }
        return -1;
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    @Override
    public String toString() {
        return schema.toString();
    }
}
