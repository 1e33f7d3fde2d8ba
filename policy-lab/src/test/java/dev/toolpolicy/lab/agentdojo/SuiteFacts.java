package dev.toolpolicy.lab.agentdojo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The facts of a suite: texts, numbers and lists of texts that a service knows, and what a request names. Lists by key,
 * such as the hotels of each city, become one list. A policy file uses those that it declares.
 */
final class SuiteFacts {
    private static final String MENTIONED = "mentioned_";
    private static final ParameterType TEXTS = ParameterType.arrayOf(ParameterType.string());
    private static final List<String> MENTIONS = List.of("emails", "ibans", "names", "urls");

    private final ObjectNode known = JsonNodeFactory.instance.objectNode();
    private final ToolSchema schema;

    /** Takes the members of an environment that rules can look at. */
    SuiteFacts(JsonNode environment) {
        List<Parameter> declared = new ArrayList<>();
        for (Map.Entry<String, JsonNode> fact : environment.properties()) {
            JsonNode value = merged(fact.getValue());
            type(value).ifPresent(type -> {
                known.set(fact.getKey(), value);
                declared.add(Parameter.optional(fact.getKey(), type));
            });
        }
        MENTIONS.forEach(kind -> declared.add(Parameter.optional(MENTIONED + kind, TEXTS)));
        schema = ToolSchema.of(declared.toArray(Parameter[]::new));
    }

    /** Returns one list for lists by key, and other values as they are. */
    private static JsonNode merged(JsonNode value) {
        boolean lists = value.isObject();
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        for (JsonNode member : value) {
            lists &= member.isArray();
            member.forEach(all::add);
        }
        return lists ? all : value;
    }

    private static Optional<ParameterType> type(JsonNode value) {
        if (value.isTextual()) {
            return Optional.of(ParameterType.string());
        } else if (value.isNumber()) {
            return Optional.of(ParameterType.number());
        }
        boolean texts = value.isArray();
        for (JsonNode element : value) {
            texts &= element.isTextual();
        }
        return texts ? Optional.of(TEXTS) : Optional.empty();
    }

    /** Returns the declarations of the facts, for an engine. */
    ToolSchema schema() {
        return schema;
    }

    /** Returns the facts of a session that serves a task. Of each kind of mention there is a list, perhaps empty. */
    ObjectNode of(UserTask task) {
        ObjectNode facts = known.deepCopy();
        for (String kind : MENTIONS) {
            ArrayNode list = facts.putArray(MENTIONED + kind);
            task.mentions().path(kind).forEach(list::add);
        }
        return facts;
    }
}
