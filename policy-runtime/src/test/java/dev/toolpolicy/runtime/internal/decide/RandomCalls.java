package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Random schemas, rule lists that fit them, and texts of valid arguments, from few words so that rules often hold. */
final class RandomCalls {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final List<String> TEXTS =
            List.of("", "a", "ab", "abc", "b", "ba", "a\"b", "\u00e9", "\ud83d\ude00");
    private static final List<String> PATHS = List.of(
            ".", "a", "a/b", "a/b/c", "ab", "./a", "a/../b", "..", "../a", "../../a", "/a", "/", "/..", "a//b/",
            "/a/./b");
    private static final List<String> NUMBERS = List.of(
            "0", "-0", "1", "1.0", "1e0", "10e-1", "2", "-1", "1.5", "9007199254740993", "9007199254740992", "1e30");
    private static final List<String> WHOLES = List.of("0", "1", "1.0", "10e-1", "2", "-1", "3e2", "9007199254740993");

    private static final List<String> SMALL_WHOLES = List.of("0", "1", "1.0", "-1", "10e-1", "2");
    private static final ParameterType SMALL = ParameterType.integer(BigInteger.valueOf(-128), BigInteger.valueOf(127));
    private static final List<String> ALLOWED = List.of("a", "ab", "b");
    private static final List<ParameterType.Precision> PRECISIONS = List.of(ParameterType.Precision.values());
    private static final List<String> PATTERNS = List.of(
            "a",
            "^a",
            "b$",
            "^a.*b",
            "^(?:ab)+$",
            "[ab]c",
            "^$",
            "\u00e9|c",
            "^.$",
            "(a|b){2}",
            "\\bb",
            "a?b*$",
            "^[^a]",
            "\\.\\.");

    private final Random random;

    RandomCalls(Random random) {
        this.random = random;
    }

    ToolSchema schema() {
        return new ToolSchema(object(2));
    }

    private ParameterType object(int depth) {
        List<Parameter> properties = new ArrayList<>();
        for (String name : List.of("p", "q", "r/s", "t~").subList(0, 1 + random.nextInt(4))) {
            ParameterType type = type(depth);
            Parameter property = random.nextBoolean() ? Parameter.required(name, type) : Parameter.optional(name, type);
            if (!property.isRequired() && random.nextInt(3) == 0) {
                property = property.withDefault(value(type, false));
            }
            properties.add(property);
        }
        return ParameterType.objectOf(properties, random.nextInt(6) == 0 ? type(0) : null);
    }

    private ParameterType type(int depth) {
        return switch (random.nextInt(depth > 0 ? 10 : 7)) {
            case 0 -> random.nextInt(4) == 0 ? ParameterType.string(ALLOWED) : ParameterType.string();
            case 1 -> ParameterType.path();
            case 2 -> random.nextInt(4) == 0 ? SMALL : ParameterType.integer();
            case 3 -> ParameterType.number(pick(PRECISIONS));
            case 4 -> ParameterType.bool();
            case 5 -> ParameterType.any();
            case 6 -> ParameterType.path();
            case 7 -> object(depth - 1);
            default -> ParameterType.arrayOf(type(depth - 1));
        };
    }

    RuleList rules(ToolSchema schema) {
        List<ArgumentPointer> places = new ArrayList<>();
        collect(schema.root(), List.of(), places);
        List<RuleSpec> rules = new ArrayList<>();
        for (int i = random.nextInt(5); i >= 0; i--) {
            Mode mode = random.nextInt(3) == 0 ? Mode.ALLOW : pick(List.of(Mode.values()));
            ArgumentPointer place = places.get(random.nextInt(places.size()));
            rules.add(
                    random.nextInt(8) == 0 ? RuleSpec.otherwise(mode) : RuleSpec.when(condition(schema, place), mode));
        }
        return new RuleList(rules);
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
            for (Parameter property : inner.properties()) {
                List<String> longer = Stream.concat(names.stream(), Stream.of(property.name()))
                        .toList();
                collect(property.type(), longer, places);
            }
        }
    }

    private Condition condition(ToolSchema schema, ArgumentPointer place) {
        Resolution.Resolved resolved = (Resolution.Resolved) Resolution.of(place, schema);
        Condition condition = Condition.onArgument(place, matcher(resolved.type()));
        return resolved.throughArray() ? condition.match(random.nextBoolean() ? Match.ALL : Match.ANY) : condition;
    }

    private Matcher matcher(ParameterType type) {
        int kind = random.nextInt(4);
        boolean text = type.kind() == ParameterType.Kind.STRING || type.kind() == ParameterType.Kind.PATH;
        if (kind == 3 && text) {
            return Matcher.pattern(pick(PATTERNS));
        } else if (kind == 0 && text) {
            String word = pick(type.kind() == ParameterType.Kind.PATH ? PATHS : TEXTS);
            return Matcher.prefix(word.isEmpty() ? "a" : word);
        } else if (kind == 0
                && (type.kind() == ParameterType.Kind.NUMBER || type.kind() == ParameterType.Kind.INTEGER)) {
            return Matcher.bound(Matcher.Bound.values()[random.nextInt(4)], ExactNumber.of(pick(NUMBERS)));
        } else if (kind == 1) {
            return Matcher.oneOf(Stream.generate(() -> value(type, false))
                    .limit(1 + random.nextInt(3))
                    .toList());
        }
        return Matcher.constant(value(type, false));
    }

    ObjectNode arguments(ToolSchema schema) {
        return (ObjectNode) value(schema.root(), true);
    }

    private JsonNode value(ParameterType type, boolean partial) {
        if (type.kind() == ParameterType.Kind.STRING) {
            return NODES.textNode(pick(type.allowed().isEmpty() ? TEXTS : type.allowed()));
        } else if (type.kind() == ParameterType.Kind.PATH) {
            return NODES.textNode(pick(PATHS));
        } else if (type.kind() == ParameterType.Kind.INTEGER) {
            return NODES.numberNode(new BigDecimal(pick(type.lowest() == null ? WHOLES : SMALL_WHOLES)));
        } else if (type.kind() == ParameterType.Kind.NUMBER) {
            return NODES.numberNode(new BigDecimal(pick(NUMBERS)));
        } else if (type.kind() == ParameterType.Kind.BOOLEAN) {
            return NODES.booleanNode(random.nextBoolean());
        } else if (type.kind() == ParameterType.Kind.ARRAY) {
            return NODES.arrayNode()
                    .addAll(Stream.generate(() -> value(type.items().orElseThrow(), partial))
                            .limit(random.nextInt(4))
                            .toList());
        } else if (type.kind() == ParameterType.Kind.OBJECT) {
            return object(type, partial);
        }
        return value(
                List.of(
                                ParameterType.string(),
                                ParameterType.number(),
                                ParameterType.bool(),
                                ParameterType.arrayOf(ParameterType.string()),
                                ParameterType.objectOf(Parameter.required("a", ParameterType.number())))
                        .get(random.nextInt(5)),
                partial);
    }

    private ObjectNode object(ParameterType type, boolean partial) {
        ObjectNode object = NODES.objectNode();
        List<Parameter> order = new ArrayList<>(type.properties());
        Collections.shuffle(order, random);
        for (Parameter property : order) {
            if (property.isRequired() || random.nextBoolean()) {
                boolean isNull = partial && !property.isRequired() && random.nextInt(4) == 0;
                object.set(property.name(), isNull ? NODES.nullNode() : value(property.type(), partial));
            }
        }
        if (type.additional() != null && random.nextBoolean()) {
            object.set("more", value(type.additional(), partial));
        }
        return object;
    }

    /** A text of a value with white space and escapes here and there. */
    String text(JsonNode value) {
        StringBuilder text = new StringBuilder();
        write(value, text);
        return text.toString();
    }

    private void write(JsonNode value, StringBuilder out) {
        blank(out);
        if (value.isObject()) {
            out.append('{');
            String separator = "";
            for (var property : value.properties()) {
                out.append(separator);
                write(NODES.textNode(property.getKey()), out);
                out.append(':');
                write(property.getValue(), out);
                separator = ",";
            }
            out.append('}');
        } else if (value.isArray()) {
            out.append('[');
            String separator = "";
            for (JsonNode element : value) {
                out.append(separator);
                write(element, out);
                separator = ",";
            }
            out.append(']');
        } else if (value.isTextual()) {
            out.append('"');
            value.textValue()
                    .chars()
                    .forEach(c -> out.append(
                            c == '"' || random.nextInt(6) == 0
                                    ? String.format("\\u%04x", c)
                                    : String.valueOf((char) c)));
            out.append('"');
        } else {
            out.append(value);
        }
        blank(out);
    }

    private void blank(StringBuilder out) {
        if (random.nextInt(5) == 0) {
            out.append(random.nextBoolean() ? " " : "\n\t");
        }
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
