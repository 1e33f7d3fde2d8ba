package dev.toolpolicy.openai;

import com.openai.client.OpenAIClient;
import com.openai.core.JsonValue;
import com.openai.core.http.StreamResponse;
import com.openai.models.FunctionDefinition;
import com.openai.models.FunctionParameters;
import com.openai.models.chat.completions.ChatCompletionAssistantMessageParam;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionFunctionTool;
import com.openai.models.chat.completions.ChatCompletionMessageFunctionToolCall;
import com.openai.models.chat.completions.ChatCompletionTool;
import com.openai.models.chat.completions.ChatCompletionToolMessageParam;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.call.StreamedTurn;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.runtime.internal.adapter.ToolSchemas;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * Turns of chat completions: one request and its streamed response. Calls are decided and run, and their results go
 * into the next request.
 */
public final class ChatCompletionsTurn {
    private final OpenAIClient client;
    private final StreamedTurn turns;

    /**
     * The result of a turn. Immutable.
     *
     * @param text the model's text beside its calls
     * @param result the outcomes of its calls
     * @param next the request that answers them; the same as before if there were none
     */
    public record Step(String text, TurnResult result, ChatCompletionCreateParams next) {
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
    public ChatCompletionsTurn(OpenAIClient client, StreamedTurn turns) {
        this.client = client;
        this.turns = turns;
    }

    /**
     * Tools as the SDK offers them to models.
     *
     * @param tools the engine's tools
     * @return the same for a request
     */
    public static List<ChatCompletionTool> tools(ToolCatalog tools) {
        return tools.tools().stream().map(ChatCompletionsTurn::tool).toList();
    }

    private static ChatCompletionTool tool(ToolSpec<?> tool) {
        return ChatCompletionTool.ofFunction(ChatCompletionFunctionTool.builder()
                .function(FunctionDefinition.builder()
                        .name(tool.name())
                        .description(tool.description())
                        .parameters(JsonValue.fromJsonNode(ToolSchemas.of(tool)).convert(FunctionParameters.class))
                        .build())
                .build());
    }

    /**
     * Sends a request and reads its response on this thread, which then waits for approvals and tools.
     *
     * @param request the request
     * @return what came of it
     * @throws com.openai.errors.OpenAIException if the response fails; nothing of it has run then
     */
    public Step run(ChatCompletionCreateParams request) {
        StringBuilder text = new StringBuilder();
        CompletionStage<TurnResult> turn;
        try (StreamResponse<ChatCompletionChunk> response =
                client.chat().completions().createStreaming(request)) {
            turn = turns.<ChatCompletionChunk>read(
                    response.stream().peek(chunk -> text.append(text(chunk))).iterator(),
                    StreamedTurn.BY_THE_READER,
                    begun -> {
                        if (request.webSearchOptions().isPresent()) {
                            begun.provided("web_search");
                        }
                        return new ChatCompletionsFeed(begun);
                    });
        }
        TurnResult result = turn.toCompletableFuture().join();
        return new Step(text.toString(), result, next(request, text.toString(), result));
    }

    private static String text(ChatCompletionChunk chunk) {
        return chunk._choices().asKnown().orElse(List.of()).stream()
                .filter(choice -> choice._index().asKnown().orElse(0L) == 0)
                .map(choice -> choice._delta()
                        .asKnown()
                        .flatMap(delta -> delta._content().asKnown())
                        .orElse(""))
                .collect(Collectors.joining());
    }

    /** Returns the next request: the model's text and calls as far as they arrived, then each call's result. */
    private static ChatCompletionCreateParams next(ChatCompletionCreateParams request, String text, TurnResult turn) {
        if (turn.results().isEmpty()) {
            return request;
        }
        ChatCompletionAssistantMessageParam.Builder said = ChatCompletionAssistantMessageParam.builder();
        if (!text.isEmpty()) {
            said.content(text);
        }
        List<CallResult> results = turn.results();
        for (int i = 0; i < results.size(); i++) {
            said.addToolCall(
                    call(StreamedTurn.id(results.get(i)), turn.records().get(i)));
        }
        ChatCompletionCreateParams.Builder next = request.toBuilder().addMessage(said.build());
        results.forEach(result -> next.addMessage(ChatCompletionToolMessageParam.builder()
                .toolCallId(StreamedTurn.id(result))
                .content(result.forModel())
                .build()));
        return next.build();
    }

    private static ChatCompletionMessageFunctionToolCall call(String id, CallRecord record) {
        return ChatCompletionMessageFunctionToolCall.builder()
                .id(id)
                .function(ChatCompletionMessageFunctionToolCall.Function.builder()
                        .name(record.tool())
                        .arguments(record.arguments().toString())
                        .build())
                .build();
    }
}
