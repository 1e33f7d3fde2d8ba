package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.Map;
import java.util.Optional;

/**
 * A judge of a text's validity by other libraries: Jackson, strict and with its detection of duplicates, and a
 * validator of JSON Schema on the text that models are given. What those two can't say is said here: nulls that mean
 * absent, half surrogate pairs, numbers no finite double comes near or a float can't hold, NUL in
 * paths.
 */
final class ValidityJudge {
    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .disable(JsonParser.Feature.INCLUDE_SOURCE_IN_LOCATION)
            .build();

    private final ToolSchema schema;
    private final Schema text;

    ValidityJudge(ToolSchema schema) throws JsonProcessingException {
        this.schema = schema;
        text = REGISTRY.getSchema(STRICT.readTree(DeclaredTool.of("t", schema).jsonSchema()));
    }

    /** The arguments as they were written, if they are valid. */
    Optional<ObjectNode> read(String json) {
        JsonNode read;
        try {
            read = STRICT.readTree(json);
        } catch (JsonProcessingException | NumberFormatException malformed) {
            return Optional.empty();
        }
        if (!(read instanceof ObjectNode arguments) || !isPossible(arguments)) {
            return Optional.empty();
        }
        JsonNode given = withoutAbsent(schema.root(), arguments);
        return text.validate(given).isEmpty() && fits(schema.root(), given) ? Optional.of(arguments) : Optional.empty();
    }

    private static boolean isPossible(JsonNode value) {
        if (value.isTextual()) {
            return isWhole(value.textValue());
        } else if (value.isNumber()) {
            return Double.isFinite(value.doubleValue());
        }
        for (Map.Entry<String, JsonNode> property : value.properties()) {
            if (!isWhole(property.getKey())) {
                return false;
            }
        }
        for (JsonNode child : value) {
            if (!isPossible(child)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isWhole(String text) {
        return text.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }

    private static JsonNode withoutAbsent(ParameterType type, JsonNode value) {
        if (type.kind() == ParameterType.Kind.OBJECT && value instanceof ObjectNode given) {
            ObjectNode kept = given.objectNode();
            given.properties().forEach(property -> {
                Optional<Parameter> declared = type.property(property.getKey());
                boolean absent = property.getValue().isNull()
                        && declared.isPresent()
                        && !declared.get().isRequired();
                if (!absent) {
                    ParameterType inner = declared.map(Parameter::type).orElse(type.additional());
                    kept.set(
                            property.getKey(),
                            inner == null ? property.getValue() : withoutAbsent(inner, property.getValue()));
                }
            });
            return kept;
        } else if (type.kind() == ParameterType.Kind.ARRAY && value.isArray()) {
            var kept = STRICT.createArrayNode();
            value.forEach(element -> kept.add(withoutAbsent(type.items().orElseThrow(), element)));
            return kept;
        }
        return value;
    }

    /** What JSON Schema's text doesn't say, of a value that is valid by it. */
    private static boolean fits(ParameterType type, JsonNode value) {
        if (type.kind() == ParameterType.Kind.PATH) {
            return value.textValue().indexOf('\0') < 0;
        } else if (type.kind() == ParameterType.Kind.NUMBER) {
            return type.precision() != ParameterType.Precision.FLOAT || Float.isFinite(value.floatValue());
        } else if (type.kind() == ParameterType.Kind.ARRAY) {
            for (JsonNode element : value) {
                if (!fits(type.items().orElseThrow(), element)) {
                    return false;
                }
            }
        } else if (type.kind() == ParameterType.Kind.OBJECT) {
            for (Map.Entry<String, JsonNode> property : value.properties()) {
                ParameterType inner =
                        type.property(property.getKey()).map(Parameter::type).orElse(type.additional());
                if (inner == null || !fits(inner, property.getValue())) {
                    return false;
                }
            }
        }
        return true;
    }
}
