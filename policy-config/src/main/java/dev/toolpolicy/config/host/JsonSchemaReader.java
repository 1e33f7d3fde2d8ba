package dev.toolpolicy.config.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.ValueReader;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the JSON Schema that a tool's server describes its arguments with, such as the {@code inputSchema} of an MCP
 * server. What it can't say exactly, to the last value, {@link #read} refuses by keyword and place: a schema that were
 * weakened would let calls through that the server's author ruled out, and rules be checked against the wrong types.
 *
 * <p>Keywords that only describe are passed over. References within the schema are followed. {@code null} beside a type
 * says of an optional parameter what holds for each: null means that it is absent.
 */
public final class JsonSchemaReader {
    /** No tool's schema has more places, its references written out, nor is it deeper. */
    private static final int MOST = 10_000;

    private static final int DEEPEST = 64;

    private final SchemaReferences references;
    /** True if the host checks what this reader doesn't understand; such values can be anything. */
    private final boolean lenient;

    private final Set<PolicyProblem> problems = new LinkedHashSet<>();
    private final Set<PolicyProblem> unchecked = new LinkedHashSet<>();
    private int places;
    private int depth;

    private JsonSchemaReader(JsonNode schema, boolean lenient) {
        this.references = new SchemaReferences(schema);
        this.lenient = lenient;
    }

    /**
     * The result of reading. Immutable.
     *
     * @param schema the parameters, as far as they are checked before a call runs
     * @param unchecked what the server says beyond that, by keyword and place: a call that is valid here may still be
     *     refused there, and never the reverse. That a parameter that may be null is required is not among it: schemas
     *     in a provider's strict mode say so of every optional one
     */
    record Served(ToolSchema schema, List<PolicyProblem> unchecked) {}

    /**
     * Reads a schema.
     *
     * @param schema a JSON Schema whose type is {@code object}
     * @return the parameters; strings among them are not paths, since JSON Schema has no type for paths
     * @throws InvalidPolicyException if it can't be served exactly; it names every keyword that is in the way
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
     * @throws InvalidPolicyException if it can't be served exactly, or a pointer names no string
     */
    public static ToolSchema read(JsonNode schema, List<String> paths) {
        return new JsonSchemaReader(schema, false).served(schema, paths).schema();
    }

    /**
     * Reads a schema as far as it can be read. Places that can't be read have any value, so that rules can only
     * compare them with values; what is required and may be null is optional.
     *
     * @throws InvalidPolicyException if it isn't the schema of an object, is too large, or has a default that
     *     doesn't fit
     */
    static Served leniently(JsonNode schema) {
        return new JsonSchemaReader(schema, true).served(schema, List.of());
    }

    private Served served(JsonNode schema, List<String> paths) {
        Set<String> unused = new LinkedHashSet<>(paths);
        ParameterType type = type(schema, new SchemaPlace("", "", false), unused);
        unused.forEach(path -> problem("", Words.noString(path)));
        if (type.kind() != ParameterType.Kind.OBJECT && problems.isEmpty()) {
            problem("/type", Words.wrongShape("\"type\"", "\"object\"", schema.path("type")));
        }
        if (!problems.isEmpty()) {
            throw new InvalidPolicyException(List.copyOf(problems));
        }
        return new Served(new ToolSchema(type), List.copyOf(unchecked));
    }

    private void problem(String place, Diagnostic diagnostic) {
        problems.add(new PolicyProblem(place, diagnostic));
    }

    /** Reports what isn't understood: as a problem, or as left to the host. */
    private void unread(String place, Diagnostic diagnostic) {
        if (lenient) {
            unchecked.add(new PolicyProblem(place, SchemaMessages.notChecked(diagnostic)));
        } else {
            problem(place, diagnostic);
        }
    }

    private ParameterType refused(SchemaPlace at, String keyword, JsonNode value) {
        unread(at.place() + "/" + keyword, SchemaMessages.notServed(keyword, value));
        return ParameterType.any();
    }

    /** Returns a type; {@code any} if it is in doubt. The result is used only if there was no problem. */
    private ParameterType type(JsonNode schema, SchemaPlace at, Set<String> paths) {
        if (++places > MOST || depth == DEEPEST) {
            problem("", SchemaMessages.tooLargeSchema(MOST));
            return ParameterType.any();
        }
        depth++;
        try {
            return typeOf(schema, at, paths);
        } finally {
            depth--;
        }
    }

    private ParameterType typeOf(JsonNode schema, SchemaPlace at, Set<String> paths) {
        if (schema.isBoolean() && schema.booleanValue()) {
            return ParameterType.any();
        } else if (!schema.isObject()) {
            unread(at.place(), Words.wrongShape("a schema", "an object", schema));
            return ParameterType.any();
        }
        boolean isTyped =
                lenient && (schema.has("type") || at.place().isEmpty()) && !references.standsForObject(schema);
        Optional<String> standing = SchemaKeywords.REFERENCES.stream()
                .filter(keyword -> !isTyped && schema.has(keyword))
                .sorted()
                .findFirst();
        if (standing.isPresent()) {
            checkKeywords(schema, at, Set.of(standing.get()));
            return standing.get().equals("$ref")
                    ? referred(schema.get("$ref"), at, paths)
                    : alternatives(schema.get(standing.get()), standing.get(), at, paths);
        }
        JsonNode name = single(schema.path("type"), at);
        if (name.isMissingNode()) {
            boolean isObject = lenient && at.place().isEmpty();
            return isObject ? named("object", schema, at, paths) : untyped(schema, at, paths);
        } else if (!name.isTextual() || !SchemaKeywords.SERVED.containsKey(name.textValue())) {
            boolean nullable = !at.mayBeNull() && SchemaValues.hasNull(schema.get("type"));
            unread(
                    at.place() + "/type",
                    nullable
                            ? SchemaMessages.requiredNull("type", schema.get("type"))
                            : SchemaMessages.notServed("type", schema.get("type")));
            return ParameterType.any();
        }
        return named(name.textValue(), schema, at, paths);
    }

    private ParameterType named(String name, JsonNode schema, SchemaPlace at, Set<String> paths) {
        checkKeywords(schema, at, SchemaKeywords.of(name));
        if (SchemaKeywords.of(name).contains("enum") && SchemaValues.of(schema).isPresent()) {
            return values(schema, name, at, paths);
        }
        return switch (name) {
            case "string" -> paths.remove(at.argument()) ? ParameterType.path() : ParameterType.string();
            case "integer" -> integer(schema, at);
            case "number" -> ParameterType.number(ParameterType.Precision.DOUBLE);
            case "boolean" -> ParameterType.bool();
            case "array" -> array(schema, at, paths);
            default -> object(schema, at, paths);
        };
    }

    /** Returns the only type beside null, since null is not a value of a parameter. */
    private static JsonNode single(JsonNode types, SchemaPlace at) {
        if (!types.isArray()) {
            return types;
        }
        List<JsonNode> others = types.valueStream()
                .filter(each -> !at.mayBeNull() || !each.asText().equals("null"))
                .toList();
        return others.size() == 1 ? others.get(0) : NullNode.instance;
    }

    private ParameterType untyped(JsonNode schema, SchemaPlace at, Set<String> paths) {
        checkKeywords(schema, at, Set.of("enum", "const"));
        return SchemaValues.of(schema).isPresent() ? values(schema, "", at, paths) : ParameterType.any();
    }

    /** Returns the type that has exactly the listed values; null among them may mean absent. */
    private ParameterType values(JsonNode schema, String kind, SchemaPlace at, Set<String> paths) {
        String keyword = schema.has("enum") ? "enum" : "const";
        boolean bounded = kind.equals("integer")
                && SchemaKeywords.of(kind).stream().anyMatch(each -> each.endsWith("imum") && schema.has(each));
        boolean nulls = !at.mayBeNull() && kind.isEmpty() && SchemaValues.hasNull(schema.get(keyword));
        Optional<ParameterType> type =
                bounded || nulls || schema.has("enum") && !schema.get("enum").isArray()
                        ? Optional.empty()
                        : SchemaValues.type(SchemaValues.of(schema).orElseThrow(), kind, paths.remove(at.argument()));
        return type.orElseGet(() -> refused(at, keyword, schema.get(keyword)));
    }

    private ParameterType referred(JsonNode reference, SchemaPlace at, Set<String> paths) {
        Optional<String> place = references.place(reference);
        if (place.isEmpty()) {
            unread(at.place() + "/$ref", SchemaMessages.noTarget(reference.asText()));
            return ParameterType.any();
        } else if (references.isOpen(place.get())) {
            unread(at.place() + "/$ref", SchemaMessages.endless(reference.asText()));
            return ParameterType.any();
        }
        references.enter(place.get());
        ParameterType type = type(references.at(place.get()), at.to(place.get()), paths);
        references.leave();
        return type;
    }

    /** Returns the only alternative beside null, or one type for several lists of strings. */
    private ParameterType alternatives(JsonNode all, String keyword, SchemaPlace at, Set<String> paths) {
        List<JsonNode> others = new ArrayList<>();
        int only = 0;
        for (int i = 0; i < all.size(); i++) {
            if (!SchemaValues.isNull(all.get(i)) || !at.mayBeNull() || keyword.equals("allOf")) {
                others.add(all.get(i));
                only = i;
            }
        }
        if (all.isArray() && others.size() == 1) {
            return type(others.get(0), at.into("/" + keyword + "/" + only), paths);
        }
        Optional<ParameterType> union = keyword.equals("allOf") || !all.isArray() || others.isEmpty()
                ? Optional.empty()
                : SchemaValues.union(others, keyword.equals("oneOf"))
                        .flatMap(texts -> SchemaValues.type(texts, "string", paths.remove(at.argument())));
        return union.orElseGet(() -> refused(at, keyword, all));
    }

    private void checkKeywords(JsonNode schema, SchemaPlace at, Set<String> served) {
        schema.properties().forEach(each -> {
            String keyword = each.getKey();
            boolean known = keyword.equals("type")
                    || SchemaKeywords.ANNOTATIONS.contains(keyword)
                    || served.contains(keyword)
                    || SchemaValues.takesNothingAway(keyword, each.getValue())
                    || at.place().isEmpty() && SchemaKeywords.OF_ROOT.contains(keyword);
            if (!known) {
                unserved(keyword, each.getValue(), at.place() + "/" + ArgumentPointer.escape(keyword));
            }
        });
    }

    private void unserved(String keyword, JsonNode value, String place) {
        if (lenient) {
            unchecked.add(new PolicyProblem(place, SchemaMessages.leftToServer(keyword, value)));
        } else {
            problem(place, SchemaMessages.notServed(keyword, value));
        }
    }

    private ParameterType integer(JsonNode schema, SchemaPlace at) {
        return SchemaValues.integers(schema, keyword -> refused(at, keyword, schema.get(keyword)))
                .orElseGet(() -> {
                    unread(at.place(), SchemaMessages.noInteger());
                    return ParameterType.integer();
                });
    }

    private ParameterType array(JsonNode schema, SchemaPlace at, Set<String> paths) {
        JsonNode items = schema.path("items");
        SchemaPlace inner = new SchemaPlace(at.place() + "/items", at.argument(), false);
        return ParameterType.arrayOf(items.isMissingNode() ? ParameterType.any() : type(items, inner, paths));
    }

    private ParameterType object(JsonNode schema, SchemaPlace at, Set<String> paths) {
        JsonNode written = schema.path("properties");
        if (!written.isObject() && !written.isMissingNode()) {
            unread(at.place() + "/properties", Words.wrongShape("\"properties\"", "an object", written));
        }
        List<String> required = required(schema, at);
        required.stream()
                .filter(name -> !written.has(name))
                .forEach(name -> refused(at, "required", schema.get("required")));
        List<Parameter> properties = new ArrayList<>();
        for (Map.Entry<String, JsonNode> each : written.properties()) {
            String below = "/" + ArgumentPointer.escape(each.getKey());
            boolean must = required.contains(each.getKey()) && (!lenient || !SchemaValues.isNullable(each.getValue()));
            SchemaPlace inner = new SchemaPlace(at.place() + "/properties" + below, at.argument() + below, !must);
            properties.add(property(each.getKey(), each.getValue(), must, inner, paths));
        }
        return ParameterType.objectOf(properties, additional(schema, at, paths));
    }

    private List<String> required(JsonNode schema, SchemaPlace at) {
        JsonNode written = schema.path("required");
        String place = at.place() + "/required";
        if (!written.isArray() && !written.isMissingNode()) {
            unread(place, Words.wrongShape("\"required\"", "a list of strings", written));
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; written.isArray() && i < written.size(); i++) {
            if (written.get(i).isTextual()) {
                names.add(written.get(i).textValue());
            } else {
                unread(place + "/" + i, Words.wrongShape("\"required\"", "a list of strings", written.get(i)));
            }
        }
        return names;
    }

    private @Nullable ParameterType additional(JsonNode schema, SchemaPlace at, Set<String> paths) {
        JsonNode additional = schema.path("additionalProperties");
        if (additional.isMissingNode() || additional.isBoolean()) {
            return additional.asBoolean(true) ? ParameterType.any() : null;
        }
        return type(
                additional, new SchemaPlace(at.place() + "/additionalProperties", at.argument() + "/*", false), paths);
    }

    private Parameter property(String name, JsonNode schema, boolean required, SchemaPlace at, Set<String> paths) {
        ParameterType type = type(schema, at, paths);
        Parameter parameter = required ? Parameter.required(name, type) : Parameter.optional(name, type);
        String description = references.found(schema, "description").asText("");
        return withDefault(description.isEmpty() ? parameter : parameter.describedAs(description), schema, at.place());
    }

    /** Adds the server's default. The server fills it in if a call leaves the parameter out, so rules must see it. */
    private Parameter withDefault(Parameter parameter, JsonNode schema, String place) {
        JsonNode written = references.found(schema, "default");
        if (parameter.isRequired() || written.isMissingNode() || written.isNull()) {
            return parameter;
        }
        Optional<JsonNode> value = ValueReader.readArgument(parameter.type(), written, ValueSyntax.TYPED);
        if (value.isEmpty()) {
            problem(place + "/default", Words.defaultValue(parameter.name(), written, parameter.type()));
        }
        return value.map(parameter::withDefault).orElse(parameter);
    }
}
