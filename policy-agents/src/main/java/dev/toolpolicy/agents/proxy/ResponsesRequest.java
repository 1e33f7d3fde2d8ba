package dev.toolpolicy.agents.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.stream.gate.GateSession;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;

/** Requests of OpenAI responses. */
final class ResponsesRequest {
    /** The tools that the provider runs, which its responses report, by the beginning of their types. */
    private static final Set<String> PROVIDED =
            Set.of("web_search", "file_search", "code_interpreter", "image_generation");

    /** The types of input items that bring tools of the form that requests have. */
    private static final Set<String> BRINGING = Set.of("additional_tools", "tool_search_output");

    private ResponsesRequest() {}

    /** Returns why a request can't be served: it lets a model do what isn't seen here. */
    static Optional<String> problem(ObjectNode body, Set<String> provided) {
        JsonNode background = body.path("background");
        if (!Endpoint.isAbsent(background) && !(background.isBoolean() && !background.booleanValue())) {
            return Optional.of(
                    "\"background\" must be false: the response would be fetched by a path that isn't served here");
        }
        if (!Endpoint.isAbsent(body.path("prompt"))) {
            return Optional.of("\"prompt\" names a stored prompt, which can bring tools that aren't seen here");
        }
        JsonNode input = body.path("input");
        if (input.isObject()) {
            return Optional.of("\"input\" must be a text or an array");
        }
        Optional<String> problem = toolsProblem(body, provided);
        for (Iterator<JsonNode> items = input.elements(); problem.isEmpty() && items.hasNext(); ) {
            problem = itemProblem(items.next(), provided);
        }
        return problem;
    }

    private static Optional<String> itemProblem(JsonNode item, Set<String> provided) {
        String type = item.path("type").asText();
        if (type.equals("mcp_approval_response")) {
            return Optional.of("\"mcp_approval_response\" makes the provider run a tool that isn't seen here");
        }
        if (BRINGING.contains(type)) {
            return toolsProblem(item, provided);
        }
        return item.findValue("tools") == null
                ? Optional.empty()
                : Optional.of("the \"tools\" of an input item of type " + VisibleText.quoted(type, VisibleText.NAME)
                        + " can't be checked here");
    }

    /** Returns what is wrong with the tools of a request, or of an item that brings some. */
    private static Optional<String> toolsProblem(JsonNode holder, Set<String> provided) {
        Optional<String> form = Endpoint.toolsProblem(holder);
        if (form.isPresent()) {
            return form;
        }
        for (JsonNode tool : holder.path("tools")) {
            String type = tool.path("type").asText();
            if (!type.equals("function") && !isProvided(type, provided)) {
                return Optional.of(
                        "a tool of type " + VisibleText.quoted(type, VisibleText.NAME) + " can't be checked here");
            }
        }
        return Optional.empty();
    }

    /** Returns whether a type is one of the provider's tools that may run, such as {@code web_search_preview}. */
    private static boolean isProvided(String type, Set<String> provided) {
        return PROVIDED.stream()
                .anyMatch(name -> provided.contains(name) && (type.equals(name) || type.startsWith(name + "_")));
    }

    /** Tells a session the results that the client reports. */
    static void tellResults(ObjectNode body, GateSession session) {
        for (JsonNode item : body.path("input")) {
            if (item.path("type").asText().equals("function_call_output")
                    && !item.path("status").asText().equals("incomplete")) {
                session.succeeded(item.path("call_id").asText(), item.path("output"));
            }
        }
    }
}
