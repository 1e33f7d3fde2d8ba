package dev.toolpolicy.adk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.adk.tools.BaseTool;
import com.google.adk.tools.FunctionTool;
import com.google.genai.types.FunctionDeclaration;
import com.google.genai.types.GenerateContentConfig;
import com.google.genai.types.Schema;
import com.google.genai.types.Tool;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.internal.adapter.ToolSchemas;
import dev.toolpolicy.runtime.internal.engine.OpenSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The declarations of tools, with Gemini's schemas as JSON Schemas. Stateless. */
final class Declarations {
    private static final JsonMapper JSON = new JsonMapper();

    private static final Tool EMPTY = Tool.builder().build();

    private Declarations() {}

    /** Returns a tool as it describes itself to models; one without a description of its arguments has none. */
    static HostTool read(BaseTool tool) {
        Optional<FunctionDeclaration> declaration = tool.declaration();
        JsonNode schema = declaration
                .flatMap(FunctionDeclaration::parametersJsonSchema)
                .map(Declarations::tree)
                .or(() -> declaration.flatMap(FunctionDeclaration::parameters).map(Declarations::schema))
                .orElseGet(Declarations::noArguments);
        return new HostTool(
                tool.name(),
                Objects.requireNonNullElse(tool.description(), ""),
                tool instanceof FunctionTool ? ToolSchemas.closed(schema) : schema);
    }

    private static JsonNode tree(Object schema) {
        return schema instanceof Schema own ? schema(own) : JSON.valueToTree(schema);
    }

    private static ObjectNode noArguments() {
        ObjectNode none = JSON.createObjectNode().put("type", "object");
        none.putObject("properties");
        return none;
    }

    private static ObjectNode schema(Schema schema) {
        ObjectNode node = JSON.createObjectNode();
        schema.type()
                .ifPresent(type -> type(node, type.toString(), schema.nullable().orElse(false)));
        schema.description().ifPresent(text -> node.put("description", text));
        schema.format().ifPresent(text -> node.put("format", text));
        schema.pattern().ifPresent(text -> node.put("pattern", text));
        schema.enum_().ifPresent(values -> values.forEach(node.putArray("enum")::add));
        schema.default_().ifPresent(value -> node.set("default", JSON.valueToTree(value)));
        schema.minimum().ifPresent(value -> node.put("minimum", value));
        schema.maximum().ifPresent(value -> node.put("maximum", value));
        schema.minLength().ifPresent(value -> node.put("minLength", value));
        schema.maxLength().ifPresent(value -> node.put("maxLength", value));
        schema.minItems().ifPresent(value -> node.put("minItems", value));
        schema.maxItems().ifPresent(value -> node.put("maxItems", value));
        schema.minProperties().ifPresent(value -> node.put("minProperties", value));
        schema.maxProperties().ifPresent(value -> node.put("maxProperties", value));
        schema.items().ifPresent(items -> node.set("items", schema(items)));
        schema.anyOf()
                .ifPresent(all -> all.forEach(each -> node.withArray("/anyOf").add(schema(each))));
        schema.required().ifPresent(names -> names.forEach(node.putArray("required")::add));
        schema.properties().ifPresent(all -> {
            ObjectNode properties = node.putObject("properties");
            all.forEach((name, property) -> properties.set(name, schema(property)));
        });
        return node;
    }

    private static void type(ObjectNode node, String type, boolean nullable) {
        String name = type.toLowerCase(Locale.ROOT);
        if (nullable) {
            node.putArray("type").add(name).add("null");
        } else if (!name.equals("type_unspecified")) {
            node.put("type", name);
        }
    }

    /**
     * Returns a configuration that declares only functions of these names. What the provider runs itself stays. Pages that
     * it reads bring their labels to the session now, since the ADK's responses don't show them.
     */
    static GenerateContentConfig only(GenerateContentConfig config, Set<String> names, PolicySession session) {
        List<Tool> kept = new ArrayList<>();
        for (Tool tool : config.tools().orElse(List.of())) {
            tool.urlContext().ifPresent(pages -> OpenSession.deliver(session, GeminiFeed.PAGES));
            List<FunctionDeclaration> functions = tool.functionDeclarations().orElse(List.of()).stream()
                    .filter(function -> names.contains(function.name().orElse("")))
                    .toList();
            Tool filtered = functions.isEmpty()
                    ? tool.toBuilder().clearFunctionDeclarations().build()
                    : tool.toBuilder().functionDeclarations(functions).build();
            if (!filtered.equals(EMPTY)) {
                kept.add(filtered);
            }
        }
        return config.tools().isEmpty()
                ? config
                : config.toBuilder().tools(kept).build();
    }
}
