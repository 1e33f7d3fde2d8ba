package dev.toolpolicy.processor.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.processor.mirror.ClassFiles;
import dev.toolpolicy.processor.model.ToolElement;
import java.util.Optional;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;

/**
 * The descriptions in a definition that an earlier build wrote. A tool that comes as a class file has lost its
 * Javadoc, but the constants of its definition still have the descriptions.
 *
 * @param ofTool the tool's description; empty if it is unknown
 * @param schema the JSON Schema of its parameters, or of an object in them; missing if there is none
 */
record EarlierDescriptions(String ofTool, JsonNode schema) {
    static final EarlierDescriptions NONE = new EarlierDescriptions("", MissingNode.getInstance());

    /** Returns the earlier descriptions of a tool; none for a tool that comes as a source. */
    static EarlierDescriptions of(TypeElement tool, Elements elements) {
        if (new ClassFiles(elements).origin(tool) == ClassFiles.Origin.SOURCE) {
            return NONE;
        }
        TypeElement definition =
                elements.getTypeElement(ToolElement.of(tool).definition().canonicalName());
        return definition == null
                ? NONE
                : new EarlierDescriptions(
                        constant(definition, "DESCRIPTION").orElse(""),
                        constant(definition, "JSON_SCHEMA")
                                .map(EarlierDescriptions::parsed)
                                .orElse(NONE.schema));
    }

    /** Returns the description of a parameter, or an empty text. */
    String of(String parameter) {
        return schema.path("properties").path(parameter).path("description").asText();
    }

    /** Returns the descriptions within a parameter that is an object or has objects as its elements. */
    EarlierDescriptions within(String parameter) {
        JsonNode type = schema.path("properties").path(parameter);
        while (type.has("items") || type.path("additionalProperties").isObject()) {
            type = type.has("items") ? type.get("items") : type.get("additionalProperties");
        }
        return new EarlierDescriptions("", type);
    }

    /** Returns a text constant of a generated definition. */
    static Optional<String> constant(TypeElement definition, String name) {
        return ElementFilter.fieldsIn(definition.getEnclosedElements()).stream()
                .filter(field -> field.getSimpleName().contentEquals(name))
                .map(VariableElement::getConstantValue)
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .findFirst();
    }

    private static JsonNode parsed(String schema) {
        try {
            return StrictJson.standard().read(schema);
        } catch (MalformedJsonException notOurs) {
            return NONE.schema; // a class of the user has this name; writing the definition reports that
        }
    }
}
