package dev.toolpolicy.cli.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.test.policy.internal.file.Known;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A line of a file of calls.
 *
 * @param id the id that the line gives, or its number
 * @param line the line
 * @param problem what is wrong with it; empty if nothing is
 */
record CallLine(JsonNode id, JsonNode line, String problem) {
    private static final List<String> MEMBERS = List.of("id", "tool", "arguments", "facts", "labels", "user", "result");

    /**
     * Reads a line.
     *
     * @param text the line
     * @param number its number, from 1, which is the id of a line without one
     */
    static CallLine read(String text, int number) {
        JsonNode numbered = JsonNodeFactory.instance.numberNode(number);
        try {
            JsonNode line = StrictJson.standard().read(text);
            JsonNode given = line.path("id");
            return new CallLine(given.isTextual() || given.isNumber() ? given : numbered, line, problem(line));
        } catch (MalformedJsonException e) {
            return new CallLine(
                    numbered, JsonNodeFactory.instance.objectNode(), "not a JSON object: " + e.getMessage());
        }
    }

    /** Returns what is wrong with a line; empty if nothing is. */
    private static String problem(JsonNode line) {
        JsonNode arguments = line.path("arguments");
        JsonNode result = line.path("result");
        if (!line.isObject()) {
            return "not a JSON object";
        } else if (line.has("id")
                && !line.path("id").isTextual()
                && !line.path("id").isNumber()) {
            return "\"id\" must be a text or a number";
        } else if (!line.path("tool").isTextual()) {
            return "\"tool\" must be the name of a tool";
        } else if (!arguments.isObject() && !arguments.isTextual()) {
            return "\"arguments\" must be an object, or its text";
        } else if (line.has("facts") && !line.path("facts").isObject()) {
            return "\"facts\" must be an object";
        } else if (!areNames(line.path("labels"))) {
            return "\"labels\" must be a list of labels: small letters, digits and -";
        } else if (line.has("user") && !line.path("user").isTextual()) {
            return "\"user\" must be the user's message";
        } else if (line.has("result")
                && !result.asText().equals("success")
                && !result.asText().equals("failure")) {
            return "\"result\" must be \"success\" or \"failure\"";
        }
        return "";
    }

    private static boolean areNames(JsonNode labels) {
        return (labels.isArray() || labels.isMissingNode())
                && labels.valueStream().allMatch(label -> label.isTextual() && FlowFacts.isName(label.textValue()));
    }

    /** Returns what was known: facts, labels and the user's words; empty if nothing was. */
    private Optional<ObjectNode> known() {
        ObjectNode known =
                line.path("facts") instanceof ObjectNode facts ? facts : JsonNodeFactory.instance.objectNode();
        known = Known.with(
                known, line.path("labels").valueStream().map(JsonNode::asText).toList());
        known = line.has("user") ? Known.with(known, line.path("user").asText()) : known;
        return known.isEmpty() ? Optional.empty() : Optional.of(known);
    }

    /** Returns the names of members that say nothing here. */
    List<String> ignored() {
        return line.propertyStream()
                .map(Map.Entry::getKey)
                .filter(name -> !MEMBERS.contains(name))
                .toList();
    }

    /**
     * Returns the call.
     *
     * @throws UsageException if the line can't be read
     */
    RecordedCall call() throws UsageException {
        if (!problem.isEmpty()) {
            throw new UsageException(problem);
        }
        JsonNode arguments = line.path("arguments");
        Optional<Effect> effect = line.has("result")
                ? Optional.of(line.path("result").asText().equals("success") ? Effect.SUCCESS : Effect.FAILURE)
                : Optional.empty();
        return new RecordedCall(
                line.path("tool").asText(),
                arguments.isTextual() ? arguments.asText() : arguments.toString(),
                known(),
                effect.map(Effect::result));
    }
}
