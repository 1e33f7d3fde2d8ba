package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.Set;

/**
 * The text that a server's answer brings to a model beside results of tools.
 *
 * @param name its name in {@code [results]}
 * @param member the member of the result without which it brings none; empty if each answer does
 */
record ServerText(String name, String member) {
    /** The methods whose answers no model reads. The descriptions of tools are pinned. */
    private static final Set<String> SILENT = Set.of(
            "tools/list",
            "ping",
            "completion/complete",
            "logging/setLevel",
            "resources/subscribe",
            "resources/unsubscribe",
            "subscriptions/listen");

    /** Returns the text of the answer to a request, or of a notification about a task; empty if it has none. */
    static Optional<ServerText> answering(Message request) {
        return switch (request.method()) {
            case "initialize", "server/discover" -> Optional.of(new ServerText("instructions", "instructions"));
            case "resources/list" -> Optional.of(new ServerText("resource:", "resources"));
            case "resources/templates/list" -> Optional.of(new ServerText("resource:", "resourceTemplates"));
            case "prompts/list" -> Optional.of(new ServerText("prompt:", "prompts"));
            case "resources/read" ->
                Optional.of(
                        new ServerText("resource:" + request.parameter("uri").asText(), ""));
            case "prompts/get" ->
                Optional.of(new ServerText("prompt:" + request.parameter("name").asText(), ""));
            default ->
                SILENT.contains(request.method())
                        ? Optional.empty()
                        : Optional.of(new ServerText(request.method(), ""));
        };
    }

    /** Returns whether an answer brings it. Clients ask servers that don't know the method for instructions, too. */
    boolean isIn(Message response) {
        JsonNode result = response.result();
        JsonNode held = result.path(member);
        return member.isEmpty()
                || !result.isObject()
                        && !(member.equals("instructions") && response.tree().has("error"))
                || (held.isContainerNode() ? !held.isEmpty() : !held.asText().isEmpty());
    }
}
