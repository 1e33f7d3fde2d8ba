package dev.toolpolicy.openai;

import com.openai.client.OpenAIClient;
import com.openai.core.JsonValue;
import com.openai.core.http.StreamResponse;
import com.openai.models.responses.EasyInputMessage;
import com.openai.models.responses.FunctionTool;
import com.openai.models.responses.NamespaceTool;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseInputItem;
import com.openai.models.responses.ResponseStreamEvent;
import com.openai.models.responses.Tool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.call.StreamedTurn;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.runtime.internal.adapter.ToolSchemas;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Turns of OpenAI's Responses: one request and its streamed response. Calls are decided and run, and their results go
 * into the next request, with the model's own items. A response that was cancelled isn't kept by the provider, so
 * nothing here relies on what it keeps.
 */
public final class ResponsesTurn {
    private final OpenAIClient client;
    private final StreamedTurn turns;

    /**
     * The result of a turn. Immutable.
     *
     * @param result the outcomes of the response's calls
     * @param next the request that answers them; the same as before if there were none
     */
    public record Step(TurnResult result, ResponseCreateParams next) {
        /**
         * Returns whether the model made no calls, so that no further turn is needed.
         *
         * @return true if this is the end
         */
        public boolean isLast() {
            return result.results().isEmpty();
        }

        /**
         * Returns the calls that wait for a stored approval. The next request tells the model that they wait; when one was
         * answered and resumed, tell it the result in a later message.
         *
         * @return an immutable list, in the order of the response
         */
        public List<CallResult> pending() {
            return result.pending();
        }
    }

    /**
     * Turns of a session.
     *
     * @param client the SDK's client
     * @param turns reads responses
     */
    public ResponsesTurn(OpenAIClient client, StreamedTurn turns) {
        this.client = client;
        this.turns = turns;
    }

    /**
     * Tools as the SDK offers them to models. A tool named {@code mail.send} is the function {@code send} of the
     * namespace {@code mail}; its calls come under that name.
     *
     * @param tools the engine's tools
     * @return the same for a request
     */
    public static List<Tool> tools(ToolCatalog tools) {
        List<Tool> offered = new ArrayList<>();
        Map<String, NamespaceTool.Builder> spaces = new LinkedHashMap<>();
        for (ToolSpec<?> tool : tools.tools()) {
            int dot = tool.name().indexOf('.');
            if (dot <= 0) {
                offered.add(tool(tool));
            } else {
                spaces.computeIfAbsent(
                                tool.name().substring(0, dot),
                                name -> NamespaceTool.builder().name(name).description("The tools of " + name + "."))
                        .addTool(function(tool, tool.name().substring(dot + 1)));
            }
        }
        spaces.values().forEach(space -> offered.add(Tool.ofNamespace(space.build())));
        return offered;
    }

    private static NamespaceTool.Tool.Function function(ToolSpec<?> tool, String name) {
        return NamespaceTool.Tool.Function.builder()
                .name(name)
                .description(tool.description())
                .parameters(JsonValue.fromJsonNode(ToolSchemas.of(tool)))
                .strict(false)
                .build();
    }

    private static Tool tool(ToolSpec<?> tool) {
        return Tool.ofFunction(FunctionTool.builder()
                .name(tool.name())
                .description(tool.description())
                .parameters(JsonValue.fromJsonNode(ToolSchemas.of(tool)).convert(FunctionTool.Parameters.class))
                .strict(false)
                .build());
    }

    /**
     * Sends a request and reads its response on this thread, which then waits for approvals and tools.
     *
     * @param request the request
     * @return what came of it
     * @throws com.openai.errors.OpenAIException if the response fails; nothing of it has run then
     */
    public Step run(ResponseCreateParams request) {
        ResponseItems items = new ResponseItems();
        CompletionStage<TurnResult> turn;
        try (StreamResponse<ResponseStreamEvent> response = client.responses().createStreaming(request)) {
            turn = turns.<ResponseStreamEvent>read(
                    response.stream().peek(items::accept).iterator(), StreamedTurn.BY_THE_READER, ResponsesFeed::new);
        }
        TurnResult result = turn.toCompletableFuture().join();
        return new Step(result, next(request, items, result));
    }

    private static ResponseCreateParams next(ResponseCreateParams request, ResponseItems items, TurnResult turn) {
        if (turn.results().isEmpty()) {
            return request;
        }
        List<ResponseInputItem> input = new ArrayList<>(before(request));
        input.addAll(items.said(turn.records()));
        input.addAll(items.answered(turn.results()));
        return request.toBuilder().inputOfResponse(input).build();
    }

    private static List<ResponseInputItem> before(ResponseCreateParams request) {
        return request.input()
                .map(input -> input.isResponse()
                        ? input.asResponse()
                        : List.of(ResponseInputItem.ofEasyInputMessage(EasyInputMessage.builder()
                                .role(EasyInputMessage.Role.USER)
                                .content(input.asText())
                                .build())))
                .orElse(List.of());
    }
}
