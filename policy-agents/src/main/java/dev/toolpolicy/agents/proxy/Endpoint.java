package dev.toolpolicy.agents.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.stream.gate.GateSession;
import dev.toolpolicy.stream.internal.wire.ChunkCodec;
import java.util.Arrays;
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
            for (JsonNode tool : body.path("tools")) {
                if (!tool.path("type").asText().equals("function")) {
                    return Optional.of("a tool of type "
                            + VisibleText.quoted(tool.path("type").asText(), VisibleText.NAME)
                            + " can't be checked here");
                }
            }
            return toolsProblem(body);
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
        @Override
        Optional<String> problem(ObjectNode body, Set<String> provided, Set<String> declared) {
            return ResponsesRequest.problem(body, provided);
        }

        @Override
        void tellResults(ObjectNode body, GateSession session) {
            ResponsesRequest.tellResults(body, session);
        }
    },

    /** Anthropic messages. */
    MESSAGES("/v1/messages", ChunkCodec::messages) {
        @Override
        Optional<String> problem(ObjectNode body, Set<String> provided, Set<String> declared) {
            JsonNode servers = body.path("mcp_servers");
            if (!isAbsent(servers) && !(servers.isArray() && servers.isEmpty())) {
                return Optional.of("\"mcp_servers\" makes the provider run tools, which can't be checked here");
            }
            for (JsonNode tool : body.path("tools")) {
                String type = tool.path("type").asText("custom");
                if (!type.equals("custom")
                        && !provided.contains(tool.path("name").asText())
                        && !declared.contains(tool.path("name").asText())) {
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
