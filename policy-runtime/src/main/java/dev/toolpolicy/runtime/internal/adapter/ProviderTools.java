package dev.toolpolicy.runtime.internal.adapter;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The tools that a provider runs itself, by the blocks and items of responses that tell of them. */
public final class ProviderTools {
    /** Calls that the client runs. */
    private static final Set<String> CLIENTS = Set.of("tool_use", "function_call", "custom_tool_call");

    private static final List<String> ENDS =
            List.of("_tool_use", "_tool_result", "_call_output", "_output", "_call", "_list_tools");

    private ProviderTools() {}

    /**
     * Returns the name of the tool that a block or an item tells of, be it its call or its result. The tool of a server
     * that the provider calls is named with the server, so that it never passes for one of the application.
     *
     * @param part a block of Anthropic's messages, or an item of OpenAI's responses
     * @return the name, that of the type if the part has none; empty if the part is of no tool of the provider's
     */
    public static Optional<String> name(JsonNode part) {
        String type = part.path("type").asText();
        if (CLIENTS.contains(type)) {
            return Optional.empty();
        }
        String server = part.path(part.has("server_label") ? "server_label" : "server_name")
                .asText();
        String name = (server.isEmpty() ? "" : server + ".") + part.path("name").asText();
        return ENDS.stream()
                .filter(type::endsWith)
                .findFirst()
                .map(end -> name.isEmpty() ? type.substring(0, type.length() - end.length()) : name);
    }
}
