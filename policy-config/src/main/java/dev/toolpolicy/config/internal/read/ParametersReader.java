package dev.toolpolicy.config.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.config.internal.document.Document;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.internal.load.LayerPart;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the parameters of a tool, or the facts, that a file declares: a table for each, which says itself whether it is
 * required. It
 * makes them the object type that {@link ToolReader} reads, so that there is one reader of types; an object type is
 * taken as it is.
 */
final class ParametersReader {
    /** Keywords that describe a parameter to people and models, but not its values. */
    private static final List<String> WORDS = List.of("summary", "examples");

    private ParametersReader() {}

    /** Returns the schema, or the problems. */
    static LayerPart<ToolSchema> read(DocumentNode parameters) {
        Document document = parameters.document();
        JsonNode written = parameters.value();
        boolean isType = written.path("type").isTextual();
        JsonNode declared = isType || !written.isObject() ? written : type(written);
        Problems found = new Problems();
        ParameterType type = new TypeReader(found, !isType).read(declared, "");
        if (found.isEmpty() && type.kind() == ParameterType.Kind.OBJECT) {
            return LayerPart.of(document, parameters.pointer(), new ToolSchema(type));
        } else if (found.isEmpty()) {
            found.add("", Words.wrongShape(name(parameters), "of type object", written));
        }
        List<PolicyProblem> problems = new ArrayList<>();
        for (PolicyProblem problem : found.all()) {
            String place = isType ? problem.subject() : withoutProperties(problem.subject());
            problems.add(document.problem(parameters.pointer() + place, problem.diagnostic()));
        }
        return new LayerPart<>(document, parameters.pointer(), Optional.empty(), problems);
    }

    /** Returns the name of the part in quotes: {@code "parameters"}, or {@code "facts"}. */
    private static String name(DocumentNode parameters) {
        return Words.quoted(parameters.pointer().substring(parameters.pointer().lastIndexOf('/') + 1));
    }

    private static String withoutProperties(String pointer) {
        String properties = "/properties";
        return pointer.startsWith(properties + "/") ? pointer.substring(properties.length()) : pointer;
    }

    private static ObjectNode type(JsonNode parameters) {
        ObjectNode type = JsonNodeFactory.instance.objectNode().put("type", "object");
        ObjectNode properties = type.putObject("properties");
        ArrayNode required = type.putArray("required");
        addProperties(parameters, properties, required);
        return type;
    }

    private static void addProperties(JsonNode from, ObjectNode properties, ArrayNode required) {
        for (Map.Entry<String, JsonNode> each : from.properties()) {
            properties.set(each.getKey(), property(each.getValue()));
            if (each.getValue().path("required").booleanValue()) {
                required.add(each.getKey());
            }
        }
    }

    /**
     * Returns the schema of a parameter or of elements without {@code required = true}, which schemas write as a list
     * of names.
     */
    private static JsonNode property(JsonNode written) {
        if (!written.isObject()) {
            return written;
        }
        ObjectNode type = JsonNodeFactory.instance.objectNode();
        written.properties().forEach(each -> type.set(each.getKey(), each.getValue()));
        if (type.path("required").isBoolean()) {
            type.remove("required");
        }
        if (!type.has("description") && type.path("summary").isTextual()) {
            type.set("description", type.get("summary"));
        }
        type.remove(WORDS);
        if (type.has("items")) {
            type.set("items", property(type.get("items")));
        }
        if (type.path("properties").isObject()) {
            addNested(type);
        }
        return type;
    }

    private static void addNested(ObjectNode type) {
        ObjectNode properties = JsonNodeFactory.instance.objectNode();
        ArrayNode required = JsonNodeFactory.instance.arrayNode();
        addProperties(type.get("properties"), properties, required);
        type.set("properties", properties);
        if (!type.has("required")) {
            type.set("required", required);
        } else if (type.get("required") instanceof ArrayNode names) {
            type.set("required", names.deepCopy().addAll(required));
        }
    }
}
