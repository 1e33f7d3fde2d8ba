package dev.toolpolicy.runtime.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.toolpolicy.schema.ArgumentError;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ParameterType.Precision;
import dev.toolpolicy.schema.ToolSchema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The JSON Schema that models are given accepts what our check accepts and refuses what it refuses, but for three
 * things: null for an optional parameter, NUL in a path, a number that a float can't hold.
 */
class JsonSchemaAgreementTest {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private static final List<String> NAMES = List.of("a", "b", "path", "x/y", "é");

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    void generatedArgumentsAreAcceptedByBothOrByNeither(long seed) {
        Random random = new Random(seed);
        int accepted = 0;
        int refused = 0;
        for (int i = 0; i < 150; i++) {
            ToolSchema schema = new ToolSchema(object(random, 3));
            JsonNode text = schema.toJson();
            Schema theirs = REGISTRY.getSchema(text);
            CompiledSchema ours = CompiledSchema.of(schema);
            for (int j = 0; j < 20; j++) {
                JsonNode arguments = value(schema.root(), random, random.nextInt(3) == 0 ? 0 : 12);
                boolean valid = theirs.validate(arguments).isEmpty();
                Optional<ArgumentError> error = check(ours, arguments.toString());
                assertThat(error.isEmpty())
                        .as("seed %s: %s against %s: %s", seed, arguments, text, error)
                        .isEqualTo(valid);
                accepted += valid ? 1 : 0;
                refused += valid ? 0 : 1;
            }
        }
        assertThat(accepted).isGreaterThan(500);
        assertThat(refused).isGreaterThan(500);
    }

    private static Optional<ArgumentError> check(CompiledSchema schema, String text) {
        return Texts.parse(new SchemaCheck(schema, new CheckedVisitor() {}), List.of(text))
                .error();
    }

    @Test
    void differences() {
        ToolSchema schema = ToolSchema.of(
                Parameter.optional("path", ParameterType.path()),
                Parameter.optional("f", ParameterType.number(Precision.FLOAT)));
        assertThat(validByJsonSchema(schema, "{\"path\":null}")).isFalse();
        assertThat(check(CompiledSchema.of(schema), "{\"path\":null}")).isEmpty();
        assertThat(validByJsonSchema(schema, "{\"path\":\"\\u0000\"}")).isTrue();
        assertThat(check(CompiledSchema.of(schema), "{\"path\":\"\\u0000\"}")).isPresent();
        assertThat(validByJsonSchema(schema, "{\"f\":1e39}")).isTrue();
        assertThat(check(CompiledSchema.of(schema), "{\"f\":1e39}")).isPresent();
    }

    private static boolean validByJsonSchema(ToolSchema schema, String text) {
        return REGISTRY.getSchema((JsonNode) schema.toJson())
                .validate(Values.jackson(text))
                .isEmpty();
    }

    @Test
    void aSchemasTextSaysEverythingThatIsDeclared() {
        ToolSchema schema = ToolSchema.of(
                Parameter.required("path", ParameterType.path()).describedAs("where"),
                Parameter.optional("mode", ParameterType.string(List.of("r", "rw")))
                        .withDefault(NODES.textNode("r")),
                Parameter.optional("n", ParameterType.integer(BigInteger.ZERO, BigInteger.TEN)),
                Parameter.optional(
                        "deep", ParameterType.arrayOf(ParameterType.objectOf(List.of(), ParameterType.any()))));
        assertThat(schema.toJson().toString())
                .isEqualTo("{\"type\":\"object\",\"properties\":{"
                        + "\"path\":{\"type\":\"string\",\"description\":\"where\"},"
                        + "\"mode\":{\"type\":\"string\",\"enum\":[\"r\",\"rw\"],\"default\":\"r\"},"
                        + "\"n\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":10},"
                        + "\"deep\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{},"
                        + "\"required\":[],\"additionalProperties\":{}}}},"
                        + "\"required\":[\"path\"],\"additionalProperties\":false}");
    }

    private static ParameterType object(Random random, int depth) {
        List<Parameter> properties = new ArrayList<>();
        for (String name : NAMES) {
            if (random.nextBoolean()) {
                ParameterType type = type(random, depth - 1);
                properties.add(random.nextBoolean() ? Parameter.required(name, type) : Parameter.optional(name, type));
            }
        }
        return ParameterType.objectOf(properties, random.nextInt(3) == 0 ? type(random, depth - 1) : null);
    }

    private static ParameterType type(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 10 : 8)) {
            case 0 -> ParameterType.string();
            case 1 -> ParameterType.string(List.of("r", "w"));
            case 2 -> ParameterType.path();
            case 3 -> ParameterType.integer();
            case 4 -> ParameterType.integer(BigInteger.valueOf(-128), BigInteger.valueOf(127));
            case 5 -> ParameterType.number(random.nextBoolean() ? Precision.EXACT : Precision.DOUBLE);
            case 6 -> ParameterType.bool();
            case 7 -> ParameterType.any();
            case 8 -> ParameterType.arrayOf(type(random, depth - 1));
            default -> object(random, depth);
        };
    }

    /** A value of a type; one in {@code sound} of its parts is of any other, none if that is 0. */
    private static JsonNode value(ParameterType type, Random random, int sound) {
        if (sound > 0 && random.nextInt(sound) == 0) {
            return scalar(random);
        } else if (type.kind() == ParameterType.Kind.STRING && !type.allowed().isEmpty()) {
            return NODES.textNode(
                    sound > 0 && random.nextInt(4) == 0 ? "rw" : type.allowed().get(random.nextInt(2)));
        } else if (type.kind() == ParameterType.Kind.STRING || type.kind() == ParameterType.Kind.PATH) {
            return NODES.textNode("src/a".substring(random.nextInt(6)));
        } else if (type.kind() == ParameterType.Kind.INTEGER) {
            boolean mustFit = type.lowest() != null && sound == 0;
            return number(mustFit ? "1.0e2" : one(random, "7", "128", "-128", "3.0", "1e2"));
        } else if (type.kind() == ParameterType.Kind.NUMBER) {
            return number(one(random, "0.1", "7", "-1e3", "1e300"));
        } else if (type.kind() == ParameterType.Kind.BOOLEAN) {
            return NODES.booleanNode(random.nextBoolean());
        } else if (type.kind() == ParameterType.Kind.ARRAY) {
            ArrayNode node = NODES.arrayNode();
            for (int i = random.nextInt(3); i > 0; i--) {
                node.add(value(type.items().orElseThrow(), random, sound));
            }
            return node;
        } else if (type.kind() == ParameterType.Kind.OBJECT) {
            return objectValue(type, random, sound);
        }
        return random.nextBoolean()
                ? scalar(random)
                : NODES.arrayNode().add(NODES.objectNode().putNull("x"));
    }

    private static JsonNode objectValue(ParameterType object, Random random, int sound) {
        ObjectNode node = NODES.objectNode();
        for (Parameter property : object.properties()) {
            boolean given = property.isRequired() ? sound == 0 || random.nextInt(sound) > 0 : random.nextBoolean();
            JsonNode value = value(property.type(), random, sound);
            // Null means absent, to us but not to JSON Schema
            if (given && !(value.isNull() && !property.isRequired())) {
                node.set(property.name(), value);
            }
        }
        ParameterType additional = object.additional();
        if (random.nextInt(4) == 0 && (additional != null || sound > 0)) {
            node.set("z", value(additional == null ? ParameterType.string() : additional, random, sound));
        }
        return node;
    }

    private static JsonNode scalar(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.booleanNode(true);
            case 2 -> NODES.textNode("7");
            case 3 -> NODES.objectNode();
            case 4 -> NODES.arrayNode();
            default -> number(one(random, "1.5", "1e3", "-129"));
        };
    }

    private static JsonNode number(String literal) {
        boolean integer = literal.chars().allMatch(c -> c == '-' || Character.isDigit(c));
        return integer ? NODES.numberNode(new BigInteger(literal)) : DecimalNode.valueOf(new BigDecimal(literal));
    }

    private static String one(Random random, String... of) {
        return of[random.nextInt(of.length)];
    }
}
