package dev.toolpolicy.config.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.read.ValueReader;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ParameterType.Precision;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A reader of parameter types that goes on after a problem. It returns {@code any} for a type in doubt, since no later
 * check objects to that. Its types are used only if there was no problem.
 *
 * @param ofParameters whether properties are parameters that say themselves whether they are required
 */
record TypeReader(Problems problems, boolean ofParameters) {
    private static final ParameterType IN_DOUBT = ParameterType.any();
    /** The keys of a declaration, by type. A property may also have {@link #PROPERTY_KEYS}. */
    private static final Map<String, List<String>> KEYS = Map.of(
            "string", List.of("type", "enum"),
            "path", List.of("type", "enum"),
            "integer", List.of("type", "minimum", "maximum"),
            "number", List.of("type", "precision"),
            "boolean", List.of("type"),
            "array", List.of("type", "items"),
            "object", List.of("type", "properties", "required", "additionalProperties"),
            "any", List.of("type"));

    private static final List<String> TYPES =
            List.of("string", "path", "integer", "number", "boolean", "array", "object", "any");
    /** The keys of a parameter that says itself whether it is required. The last two are removed before it is read. */
    private static final List<String> PARAMETER_KEYS =
            List.of("description", "default", "large", "sink", "required", "summary", "examples");

    private static final List<String> PROPERTY_KEYS = PARAMETER_KEYS.subList(0, 4);

    ParameterType read(JsonNode declared, String place) {
        return read(declared, place, List.of("description"));
    }

    private ParameterType read(JsonNode declared, String place, List<String> moreKeys) {
        if (!declared.isObject()) {
            problems.add(place, Words.wrongShape("a type", "an object with a \"type\"", declared));
            return IN_DOUBT;
        }
        JsonNode name = declared.path("type");
        if (!name.isTextual()) {
            problems.add(place, Words.wrongShape("\"type\"", "the name of a type", name));
            return IN_DOUBT;
        } else if (!KEYS.containsKey(name.textValue())) {
            problems.add(place + "/type", Words.unknownType(name.textValue(), TYPES));
            return IN_DOUBT;
        }
        List<String> keys = new ArrayList<>(KEYS.get(name.textValue()));
        keys.addAll(moreKeys);
        ParameterType type = type(name.textValue(), declared, place);
        problems.checkKeys(place, Words.kind(name.textValue()), declared, keys);
        return type;
    }

    private ParameterType type(String name, JsonNode declared, String place) {
        return switch (name) {
            case "string" -> ParameterType.string(allowed(declared, place));
            case "path" -> ParameterType.path(allowed(declared, place));
            case "integer" -> integer(declared, place);
            case "number" -> ParameterType.number(precision(declared, place));
            case "boolean" -> ParameterType.bool();
            case "array" -> ParameterType.arrayOf(read(declared.path("items"), place + "/items"));
            case "object" -> object(declared, place);
            default -> ParameterType.any();
        };
    }

    /**
     * Returns the allowed values. An empty list is an error: as a type it would mean any value, but its author allowed
     * none.
     */
    private List<String> allowed(JsonNode declared, String place) {
        JsonNode list = declared.path("enum");
        if (list.isArray() && list.isEmpty()) {
            problems.add(place + "/enum", Words.wrongShape("\"enum\"", "a list of at least one string", list));
        }
        return problems.texts(declared, "enum", place);
    }

    private ParameterType integer(JsonNode declared, String place) {
        BigInteger lowest = limit(declared, "minimum", place);
        BigInteger highest = limit(declared, "maximum", place);
        if (lowest != null && highest != null && lowest.compareTo(highest) > 0) {
            JsonNode maximum = declared.get("maximum");
            String expected = "at least the minimum " + lowest;
            problems.add(place + "/maximum", Words.wrongShape("\"maximum\"", expected, maximum));
            return ParameterType.integer();
        }
        return ParameterType.integer(lowest, highest);
    }

    private @Nullable BigInteger limit(JsonNode declared, String key, String place) {
        JsonNode value = declared.path(key);
        if (value.isMissingNode()) {
            return null;
        }
        Optional<JsonNode> limit = ValueReader.read(ParameterType.integer(), value, ValueSyntax.TYPED);
        if (limit.isEmpty() || ExactNumber.of(limit.get()).toString().contains("e")) {
            problems.add(place + "/" + key, Words.wrongShape(Words.quoted(key), "a whole number", value));
            return null;
        }
        return new BigDecimal(ExactNumber.of(limit.get()).toString()).toBigIntegerExact();
    }

    private Precision precision(JsonNode declared, String place) {
        JsonNode value = declared.path("precision");
        String word = value.isMissingNode() ? "exact" : value.isTextual() ? value.textValue() : "";
        return switch (word) {
            case "exact" -> Precision.EXACT;
            case "double" -> Precision.DOUBLE;
            case "float" -> Precision.FLOAT;
            default -> {
                String choice = "\"exact\", \"double\" or \"float\"";
                problems.add(place + "/precision", Words.wrongShape("\"precision\"", choice, value));
                yield Precision.EXACT;
            }
        };
    }

    private ParameterType object(JsonNode declared, String place) {
        JsonNode written = declared.path("properties");
        if (!written.isObject() && !written.isMissingNode()) {
            String expected = "an object with a type for each name";
            problems.add(place + "/properties", Words.wrongShape("\"properties\"", expected, written));
        }
        List<String> names = written.propertyStream().map(Map.Entry::getKey).toList();
        List<String> required = problems.texts(declared, "required", place);
        required.stream()
                .filter(name -> !names.contains(name))
                .forEach(name -> problems.add(place + "/required", Words.unknownRequired(name, names)));
        List<Parameter> properties = new ArrayList<>();
        for (String name : names) {
            String property = place + "/properties/" + ArgumentPointer.escape(name);
            properties.add(property(name, written.get(name), required.contains(name), property));
        }
        return ParameterType.objectOf(properties, additional(declared, place));
    }

    private @Nullable ParameterType additional(JsonNode declared, String place) {
        JsonNode value = declared.path("additionalProperties");
        if (value.isMissingNode() || value.isBoolean()) {
            return value.asBoolean() ? ParameterType.any() : null;
        }
        return read(value, place + "/additionalProperties");
    }

    private Parameter property(String name, JsonNode declared, boolean required, String place) {
        ParameterType type = read(declared, place, ofParameters ? PARAMETER_KEYS : PROPERTY_KEYS);
        if (ofParameters && !declared.path("type").asText().equals("object")) {
            problems.flag(declared, "required", place);
        }
        boolean large = problems.flag(declared, "large", place);
        boolean sink = problems.flag(declared, "sink", place);
        String description = problems.text(declared, "description", place);
        Parameter parameter = new Parameter(name, type, required, Optional.empty(), description, large, sink);
        // A null means absent, so as a default it means no default.
        JsonNode written = declared.path("default");
        return written.isMissingNode() || written.isNull() ? parameter : withDefault(parameter, written, place);
    }

    private Parameter withDefault(Parameter parameter, JsonNode written, String place) {
        if (parameter.isRequired()) {
            problems.add(place + "/default", Words.defaultOfRequired(parameter.name()));
            return parameter;
        }
        Optional<JsonNode> value = ValueReader.readArgument(parameter.type(), written, ValueSyntax.TYPED);
        if (value.isEmpty()) {
            problems.add(place + "/default", Words.defaultValue(parameter.name(), written, parameter.type()));
        }
        return value.map(parameter::withDefault).orElse(parameter);
    }
}
