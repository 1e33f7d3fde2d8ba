package dev.toolpolicy.cli.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.stream.gate.GateSession;
import dev.toolpolicy.text.VisibleText;
import java.util.Optional;
import java.util.Set;

/** Requests of OpenAI responses. */
final class ResponsesRequest {
    /** The tools that the provider runs, which its responses report, by the beginning of their types. */
    private static final Set<String> PROVIDED =
            Set.of("web_search", "file_search", "code_interpreter", "image_generation");

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
        for (JsonNode tool : body.path("tools")) {
            String type = tool.path("type").asText();
            if (!type.equals("function") && !isProvided(type, provided)) {
                return Optional.of(
                        "a tool of type " + VisibleText.quoted(type, VisibleText.NAME) + " can't be checked here");
            }
        }
        for (JsonNode item : body.path("input")) {
            if (item.path("type").asText().equals("mcp_approval_response")) {
                return Optional.of("\"mcp_approval_response\" makes the provider run a tool that isn't seen here");
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
