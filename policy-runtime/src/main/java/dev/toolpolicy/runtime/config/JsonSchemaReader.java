package dev.toolpolicy.runtime.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.analysis.ValueReader;
import dev.toolpolicy.runtime.analysis.ValueSyntax;
import dev.toolpolicy.runtime.analysis.Words;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the JSON Schema that a tool's server describes its arguments with, such as the {@code inputSchema} of an MCP
 * server. What it can't say exactly, to the last value, it refuses by keyword and place: a schema that were weakened
 * would let calls through that the server's author ruled out, and rules be checked against the wrong types.
 *
 * <p>Keywords that only describe are passed over. {@code null} beside a type says of an optional parameter what holds
 * for each: null means that it is absent.
 */
public final class JsonSchemaReader {
    /** Keywords that say nothing of which values are valid. */
    private static final Set<String> WORDS = Set.of(
            "title", "description", "$comment", "$schema", "$id", "examples", "example", "default", "deprecated",
            "readOnly", "writeOnly", "format", "contentEncoding", "contentMediaType");
    private static final Map<String, Set<String>> KEYWORDS = Map.of(
            "string", Set.of("enum"),
            "integer", Set.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
            "number", Set.of(),
            "boolean", Set.of(),
            "array", Set.of("items"),
            "object", Set.of("properties", "required", "additionalProperties"));

    private final Problems problems = new Problems();

    private JsonSchemaReader() {}

    /**
     * Reads a schema.
     *
     * @param schema a JSON Schema whose type is {@code object}
     * @return the parameters; strings among them are no paths, since JSON Schema knows none
     * @throws InvalidConfigurationException if it can't be served exactly; it names every keyword that is in the way
     */
    public static ToolSchema read(JsonNode schema) {
        return read(schema, List.of());
    }

    /**
     * Reads a schema, of which some strings are paths.
     *
     * @param schema a JSON Schema whose type is {@code object}
     * @param paths JSON Pointers of parameters, as rules have them; an array's elements are meant by the array
     * @return the parameters
     * @throws InvalidConfigurationException if it can't be served exactly, or a pointer names no string
     */
    public static ToolSchema read(JsonNode schema, List<String> paths) {
        JsonSchemaReader reader = new JsonSchemaReader();
        Set<String> unused = new LinkedHashSet<>(paths);
        ParameterType type = reader.type(schema, "", "", unused);
        unused.forEach(path -> reader.problems.add("", ConfigurationWords.noString(path)));
        if (!(type instanceof ParameterType.ObjectType) && reader.problems.isEmpty()) {
            reader.problems.add("/type", Words.wrongShape("\"type\"", "\"object\"", schema.path("type")));
        }
        if (!reader.problems.isEmpty()) {
            throw reader.problems.exception();
        }
        return new ToolSchema((ParameterType.ObjectType) type);
    }

    /** A type; {@code any} where it is in doubt, which is used only if there was no problem. */
    private ParameterType type(JsonNode schema, String place, String argument, Set<String> paths) {
        if (schema.isBoolean() && schema.booleanValue()) {
            return ParameterType.any();
        } else if (!schema.isObject()) {
            problems.add(place, Words.wrongShape("a schema", "an object", schema));
            return ParameterType.any();
        }
        JsonNode name = schema.path("type");
        if (name.isMissingNode()) {
            checkKeywords(schema, place, Set.of());
            return ParameterType.any();
        } else if (!name.isTextual() || !KEYWORDS.containsKey(name.textValue())) {
            problems.add(place + "/type", ConfigurationWords.notServed("type", name));
            return ParameterType.any();
        }
        checkKeywords(schema, place, KEYWORDS.get(name.textValue()));
        return switch (name.textValue()) {
            case "string" -> string(schema, place, paths.remove(argument));
            case "integer" -> integer(schema, place);
            case "number" -> ParameterType.number();
            case "boolean" -> ParameterType.bool();
            case "array" -> array(schema, place, argument, paths);
            default -> object(schema, place, argument, paths);
        };
    }

    private void checkKeywords(JsonNode schema, String place, Set<String> served) {
        schema.properties().forEach(each -> {
            String keyword = each.getKey();
            if (!keyword.equals("type") && !WORDS.contains(keyword) && !served.contains(keyword)) {
                String at = place + "/" + ArgumentPointer.escape(keyword);
                problems.add(at, ConfigurationWords.notServed(keyword, each.getValue()));
            }
        });
    }

    private ParameterType string(JsonNode schema, String place, boolean path) {
        JsonNode allowed = schema.path("enum");
        if (allowed.isArray() && allowed.isEmpty()) {
            problems.add(place + "/enum", ConfigurationWords.notServed("enum", allowed));
        }
        List<String> texts = problems.texts(schema, "enum", place);
        return path ? new ParameterType.PathType(texts) : new ParameterType.StringType(texts);
    }

    private ParameterType integer(JsonNode schema, String place) {
        BigInteger lowest = highest(limit(schema, "minimum", place, 0), limit(schema, "exclusiveMinimum", place, 1));
        BigInteger most = lowest(limit(schema, "maximum", place, 0), limit(schema, "exclusiveMaximum", place, -1));
        if (lowest != null && most != null && lowest.compareTo(most) > 0) {
            problems.add(place, ConfigurationWords.noInteger());
            return ParameterType.integer();
        }
        return new ParameterType.IntegerType(lowest, most);
    }

    private static @Nullable BigInteger highest(@Nullable BigInteger one, @Nullable BigInteger other) {
        return one == null ? other : other == null ? one : one.max(other);
    }

    private static @Nullable BigInteger lowest(@Nullable BigInteger one, @Nullable BigInteger other) {
        return one == null ? other : other == null ? one : one.min(other);
    }

    private @Nullable BigInteger limit(JsonNode schema, String keyword, String place, int step) {
        JsonNode value = schema.path(keyword);
        if (value.isMissingNode()) {
            return null;
        }
        Optional<JsonNode> whole = ValueReader.read(ParameterType.integer(), value, ValueSyntax.TYPED);
        String text = whole.map(each -> ExactNumber.of(each).toString()).orElse("e");
        if (text.contains("e")) {
            problems.add(place + "/" + keyword, ConfigurationWords.notServed(keyword, value));
            return null;
        }
        return new BigDecimal(text).toBigIntegerExact().add(BigInteger.valueOf(step));
    }

    private ParameterType array(JsonNode schema, String place, String argument, Set<String> paths) {
        JsonNode items = schema.path("items");
        return ParameterType.arrayOf(
                items.isMissingNode() ? ParameterType.any() : type(items, place + "/items", argument, paths));
    }

    private ParameterType object(JsonNode schema, String place, String argument, Set<String> paths) {
        JsonNode written = schema.path("properties");
        if (!written.isObject() && !written.isMissingNode()) {
            problems.add(place + "/properties", Words.wrongShape("\"properties\"", "an object", written));
        }
        List<String> required = problems.texts(schema, "required", place);
        required.stream().filter(name -> !written.has(name)).forEach(name -> problems.add(
                place + "/required", ConfigurationWords.notServed("required", schema.get("required"))));
        List<Parameter> properties = new ArrayList<>();
        for (Map.Entry<String, JsonNode> each : written.properties()) {
            String below = "/" + ArgumentPointer.escape(each.getKey());
            boolean must = required.contains(each.getKey());
            properties.add(property(
                    each.getKey(), each.getValue(), must, place + "/properties" + below, argument + below, paths));
        }
        JsonNode additional = schema.path("additionalProperties");
        boolean none = additional.isBoolean() && !additional.booleanValue();
        ParameterType others = none
                ? null
                : additional.isMissingNode()
                        ? ParameterType.any()
                        : type(additional, place + "/additionalProperties", argument + "/*", paths);
        return new ParameterType.ObjectType(properties, others);
    }

    private Parameter property(
            String name, JsonNode schema, boolean required, String place, String argument, Set<String> paths) {
        JsonNode given = required ? schema : NullableSchema.withoutNull(schema);
        String at = given == schema ? place : place + NullableSchema.placeOfType(schema);
        ParameterType type = type(given, at, argument, paths);
        Parameter parameter = required ? Parameter.required(name, type) : Parameter.optional(name, type);
        String description = schema.path("description").asText("");
        return withDefault(description.isEmpty() ? parameter : parameter.describedAs(description), schema, place);
    }

    /** The server fills in its default where a call leaves the parameter out, so rules must see it there. */
    private Parameter withDefault(Parameter parameter, JsonNode schema, String place) {
        JsonNode written = schema.path("default");
        if (parameter.isRequired() || written.isMissingNode() || written.isNull()) {
            return parameter;
        }
        Optional<JsonNode> value = ValueReader.readArgument(parameter.type(), written, ValueSyntax.TYPED);
        if (value.isEmpty()) {
            problems.add(place + "/default", Words.defaultValue(parameter.name(), written, parameter.type()));
        }
        return value.map(parameter::withDefault).orElse(parameter);
    }
}
