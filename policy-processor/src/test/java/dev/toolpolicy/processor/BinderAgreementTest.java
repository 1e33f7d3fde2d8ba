package dev.toolpolicy.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.internal.read.FragmentParser;
import dev.toolpolicy.runtime.internal.read.SchemaCheck;
import dev.toolpolicy.runtime.internal.read.ValueAggregator;
import dev.toolpolicy.schema.ArgumentError;
import dev.toolpolicy.schema.ArgumentException;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Schema text, schema check and binder agree, as two independent libraries confirm. */
class BinderAgreementTest {
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    private static final long SEED = Long.getLong("toolpolicy.seed", 20260101L);
    private static ClassLoader classes;
    private static ToolSpec<?> tool;
    private static JsonNode schema;

    @BeforeAll
    static void compile() throws Exception {
        classes =
                Compiling.load(Compiling.strictly(Compiling.source(Goldens.RESOURCES.resolve("good/EveryType.java"))));
        tool = (ToolSpec<?>)
                classes.loadClass("demo.EveryTypeTool").getConstructor().newInstance();
        schema = JSON.readTree(tool.jsonSchema());
    }

    @Test
    void binderAcceptsWhatTheSchemaAccepts() {
        Schema theirs = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema);
        SchemaValues values = new SchemaValues(new Random(SEED));
        int accepted = 0;
        int refused = 0;
        for (int i = 0; i < 4000; i++) {
            JsonNode arguments = values.of(schema, i % 2 == 0 ? 0 : 40);
            boolean valid = theirs.validate(arguments).isEmpty();
            Optional<ArgumentError> error = bind(arguments.toString());
            assertThat(error.isEmpty())
                    .as("seed %d: %s: %s", SEED, arguments, error)
                    .isEqualTo(valid);
            accepted += valid ? 1 : 0;
            refused += valid ? 0 : 1;
        }
        assertThat(accepted).isGreaterThan(1000);
        assertThat(refused).isGreaterThan(1000);
    }

    @ParameterizedTest
    @CsvSource({
        "small, -129",
        "small, 128",
        "medium, -32769",
        "medium, 32768",
        "count, 2147483648",
        "large, 9223372036854775808",
        "large, -9223372036854775809",
        "ints, [2147483648]",
        "maybe_int, 2147483648",
        "maybe_long, 9223372036854775808",
        "boxed, 2147483648",
        "limit, 2147483648",
        "numbers, {\"a\":[9223372036854775808]}",
        "area, {\"from\":1e10;\"to\":1}"
    })
    void integerOutOfRangeIsATypeMismatch(String name, String value) throws Exception {
        SchemaValues values = new SchemaValues(new Random(SEED));
        ObjectNode arguments = (ObjectNode) values.of(schema, 0);
        arguments.set(name, JSON.readTree(value.replace(';', ',')));
        assertThat(bind(arguments.toString())).hasValueSatisfying(error -> {
            assertThat(error.code()).isEqualTo(DiagnosticCode.TYPE_MISMATCH);
            assertThat(error.pointer()).startsWith("/" + name);
        });
    }

    /**
     * victools reads records by reflection. Its schemas have no bounds, allow additional properties, and treat bytes as
     * text.
     */
    @Test
    void reflectiveGeneratorSeesTheSameTypes() throws Exception {
        ClassLoader loader = Compiling.load(Compiling.strictly(Compiling.source("Plain", """
            package demo;
            @dev.toolpolicy.annotation.Tool
            public record Plain(String text, boolean flag, short medium, int count, long large,
                java.math.BigInteger big, float ratio, double precise, java.math.BigDecimal exact, Color color,
                java.util.List<String> tags, java.util.Set<Integer> numbers, int[] array, String[][] table, Range area,
                java.util.List<Range> areas, Integer boxed) {
                public enum Color { RED, GREEN }
                public record Range(int from, Color color) {}
            }
            """)));
        SchemaGeneratorConfigBuilder config = new SchemaGeneratorConfigBuilder(
                new ObjectMapper(), SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON);
        config.with(com.github.victools.jsonschema.generator.Option.INLINE_ALL_SCHEMAS);
        JsonNode theirs = new SchemaGenerator(config.build()).generateSchema(loader.loadClass("demo.Plain"));
        ToolSpec<?> plain = (ToolSpec<?>)
                loader.loadClass("demo.PlainTool").getConstructor().newInstance();
        assertThat(common(JSON.readTree(plain.jsonSchema()))).isEqualTo(common(theirs));
    }

    private static JsonNode common(JsonNode schema) {
        ObjectNode common = JSON.createObjectNode();
        for (String keyword : List.of("type", "enum")) {
            if (schema.has(keyword)) {
                common.set(keyword, schema.get(keyword));
            }
        }
        if (schema.has("items")) {
            common.set("items", common(schema.get("items")));
        }
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            common.withObjectProperty("properties").set(property.getKey(), common(property.getValue()));
        }
        return common;
    }

    /** Sends a call's text through parser, schema check, aggregator and binder. */
    private static Optional<ArgumentError> bind(String text) {
        ValueAggregator values = new ValueAggregator();
        FragmentParser parser = new FragmentParser(ArgumentLimits.defaults(), new SchemaCheck(tool.schema(), values));
        parser.append(text).finish();
        if (parser.error().isPresent()) {
            return parser.error();
        }
        try {
            assertThat(tool.bind((ObjectNode) values.value().orElseThrow())).isNotNull();
            return Optional.empty();
        } catch (ArgumentException refused) {
            return Optional.of(refused.error());
        }
    }
}
