package dev.toolpolicy.agents.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.stream.gate.GateSession;
import dev.toolpolicy.stream.internal.wire.ChunkCodec;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The provider paths that the proxy serves. */
enum Endpoint {
    /** OpenAI chat completions. */
    CHAT_COMPLETIONS("/v1/chat/completions", ChunkCodec::chatCompletions) {
        @Override
        Optional<String> problem(ObjectNode body, Set<String> provided, Set<String> declared) {
            JsonNode choices = body.path("n");
            if (!isAbsent(choices) && !(choices.isInt() && choices.intValue() == 1)) {
                return Optional.of("\"n\" must be 1: several choices can't be checked here");
            }
            for (String old : new String[] {"functions", "function_call"}) {
                if (!isAbsent(body.path(old))) {
                    return Optional.of("\"" + old + "\" is the form before tools; declare \"tools\"");
                }
            }
            if (!isAbsent(body.path("web_search_options")) && !provided.contains("web_search")) {
                return Optional.of(
                        "\"web_search_options\" makes the provider run web_search, which isn't allowed here");
            }
            return unseenTools(body, Set.of());
        }

        @Override
        void tellResults(ObjectNode body, GateSession session) {
            for (JsonNode message : body.path("messages")) {
                if (message.path("role").asText().equals("tool")) {
                    session.succeeded(message.path("tool_call_id").asText(), message.path("content"));
                }
            }
        }
    },

    /** OpenAI responses. */
    RESPONSES("/v1/responses", ChunkCodec::responses) {
        /** The types of input items that bring tools of the form that requests have. */
        private static final Set<String> BRINGING = Set.of("additional_tools", "tool_search_output");

        @Override
        Optional<String> problem(ObjectNode body, Set<String> provided, Set<String> declared) {
            JsonNode background = body.path("background");
            if (!isAbsent(background) && !(background.isBoolean() && !background.booleanValue())) {
                return Optional.of(
                        "\"background\" must be false: the response would be fetched by a path that isn't served here");
            }
            if (!isAbsent(body.path("prompt"))) {
                return Optional.of("\"prompt\" names a stored prompt, which can bring tools that aren't seen here");
            }
            JsonNode input = body.path("input");
            if (input.isObject()) {
                return Optional.of("\"input\" must be a text or an array");
            }
            Optional<String> problem = unseenTools(body, provided);
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
                return unseenTools(item, provided);
            }
            return item.findValue("tools") == null
                    ? Optional.empty()
                    : Optional.of("the \"tools\" of an input item of type " + VisibleText.quoted(type, VisibleText.NAME)
                            + " can't be checked here");
        }

        @Override
        void tellResults(ObjectNode body, GateSession session) {
            for (JsonNode item : body.path("input")) {
                if (item.path("type").asText().equals("function_call_output")
                        && !item.path("status").asText().equals("incomplete")) {
                    session.succeeded(item.path("call_id").asText(), item.path("output"));
                }
            }
        }
    },

    /** Anthropic messages. */
    MESSAGES("/v1/messages", ChunkCodec::messages) {
        /** The prefixes of types of tools that clients run. All others run at the provider, also under a declared name. */
        private static final List<String> OF_CLIENTS = List.of("bash_", "text_editor_", "computer_", "memory_");

        @Override
        Optional<String> problem(ObjectNode body, Set<String> provided, Set<String> declared) {
            JsonNode servers = body.path("mcp_servers");
            if (!isAbsent(servers) && !(servers.isArray() && servers.isEmpty())) {
                return Optional.of("\"mcp_servers\" makes the provider run tools, which can't be checked here");
            }
            for (JsonNode tool : body.path("tools")) {
                String type = tool.path("type").asText("custom");
                boolean isOfClient = OF_CLIENTS.stream().anyMatch(type::startsWith)
                        && declared.contains(tool.path("name").asText());
                if (!type.equals("custom")
                        && !isOfClient
                        && !provided.contains(tool.path("name").asText())) {
                    return Optional.of(
                            "the tool " + VisibleText.quoted(tool.path("name").asText(), VisibleText.NAME) + " of type "
                                    + VisibleText.quoted(type, VisibleText.NAME) + " isn't allowed here");
                }
            }
            return toolsProblem(body);
        }

        @Override
        void tellResults(ObjectNode body, GateSession session) {
            for (JsonNode message : body.path("messages")) {
                boolean byClient = message.path("role").asText().equals("user");
                for (JsonNode block : message.path("content")) {
                    if (byClient && block.path("type").asText().equals("tool_result")) {
                        tell(block, session);
                    }
                }
            }
        }

        private void tell(JsonNode block, GateSession session) {
            String call = block.path("tool_use_id").asText();
            if (block.path("is_error").asBoolean()) {
                session.failed(call);
            } else {
                session.succeeded(call, block.path("content"));
            }
        }
    };

    /** The tools that the provider runs, which its responses report, by the beginning of their types. */
    private static final Set<String> PROVIDED =
            Set.of("web_search", "file_search", "code_interpreter", "image_generation");

    private final String path;
    private final Supplier<ChunkCodec> codec;

    Endpoint(String path, Supplier<ChunkCodec> codec) {
        this.path = path;
        this.codec = codec;
    }

    static boolean isAbsent(JsonNode member) {
        return member.isMissingNode() || member.isNull();
    }

    /** Returns what is wrong with the form of the tools of a request, or of a part of it. */
    static Optional<String> toolsProblem(JsonNode holder) {
        JsonNode tools = holder.path("tools");
        boolean array = isAbsent(tools) || tools.isArray();
        for (JsonNode tool : tools) {
            array = array && tool.isObject();
        }
        return array ? Optional.empty() : Optional.of("\"tools\" must be an array of objects");
    }

    /** Returns what is wrong with the tools of a request, or of an item that brings some. */
    static Optional<String> unseenTools(JsonNode holder, Set<String> provided) {
        Optional<String> form = toolsProblem(holder);
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
    static boolean isProvided(String type, Set<String> provided) {
        return PROVIDED.stream()
                .anyMatch(name -> provided.contains(name) && (type.equals(name) || type.startsWith(name + "_")));
    }

    /** Returns the endpoint of a path. */
    static Optional<Endpoint> at(String path) {
        return Arrays.stream(values())
                .filter(endpoint -> endpoint.path.equals(path))
                .findFirst();
    }

    /** Returns the endpoint whose error format fits a path that isn't served. */
    static Endpoint near(String path) {
        return path.startsWith(MESSAGES.path) ? MESSAGES : CHAT_COMPLETIONS;
    }

    String path() {
        return path;
    }

    ChunkCodec codec() {
        return codec.get();
    }

    /**
     * Returns why a request can't be served: it lets a model do what isn't seen here.
     *
     * @param provided the tools that the provider may run
     * @param declared the tools that have a policy
     */
    abstract Optional<String> problem(ObjectNode body, Set<String> provided, Set<String> declared);

    /** Tells a session what the client says of its calls. */
    abstract void tellResults(ObjectNode body, GateSession session);

    /** Returns the provider's word for an error of ours. */
    String word(int status) {
        if (this != MESSAGES) {
            return status < 500 ? "invalid_request_error" : "tool_policy_error";
        }
        return switch (status) {
            case 404 -> "not_found_error";
            case 413 -> "request_too_large";
            default -> status < 500 ? "invalid_request_error" : "api_error";
        };
    }
}
