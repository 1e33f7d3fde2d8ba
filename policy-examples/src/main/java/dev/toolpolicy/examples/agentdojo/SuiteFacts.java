package dev.toolpolicy.examples.agentdojo;

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
 * The facts of a suite: texts, numbers and lists of texts that a service knows, and what a request names. A policy
 * file uses those that it declares.
 */
final class SuiteFacts {
    private static final String MENTIONED = "mentioned_";
    private static final List<String> MENTIONS = List.of("emails", "ibans", "names", "urls");

    private final ObjectNode known = JsonNodeFactory.instance.objectNode();
    private final ToolSchema schema;

    /** Takes the members of an environment that rules can look at. */
    SuiteFacts(JsonNode environment) {
        List<Parameter> declared = new ArrayList<>();
        for (Map.Entry<String, JsonNode> fact : environment.properties()) {
            type(fact.getValue()).ifPresent(type -> {
                known.set(fact.getKey(), fact.getValue());
                declared.add(Parameter.optional(fact.getKey(), type));
            });
        }
        MENTIONS.forEach(kind -> declared.add(Parameter.optional(MENTIONED + kind, texts())));
        schema = ToolSchema.of(declared.toArray(Parameter[]::new));
    }

    private static Optional<ParameterType> type(JsonNode value) {
        if (value.isTextual()) {
            return Optional.of(ParameterType.string());
        } else if (value.isNumber()) {
            return Optional.of(ParameterType.number());
        }
        boolean list = value.isArray();
        for (JsonNode element : value) {
            list &= element.isTextual();
        }
        return list ? Optional.of(texts()) : Optional.empty();
    }

    private static ParameterType texts() {
        return new ParameterType.ArrayType(ParameterType.string());
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
