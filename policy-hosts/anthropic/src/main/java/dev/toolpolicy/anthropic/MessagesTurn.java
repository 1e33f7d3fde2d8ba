package dev.toolpolicy.anthropic;

import com.anthropic.client.AnthropicClient;
import com.anthropic.core.JsonValue;
import com.anthropic.core.http.StreamResponse;
import com.anthropic.models.messages.ContentBlockParam;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.RawMessageStreamEvent;
import com.anthropic.models.messages.Tool;
import com.anthropic.models.messages.ToolResultBlockParam;
import com.anthropic.models.messages.ToolUnion;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.call.StreamedTurn;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.runtime.internal.adapter.ToolSchemas;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Turns of Anthropic's messages: one request and its streamed response. Calls are decided and run, and their results go
 * into the next request. What tools of the provider said isn't carried on.
 */
public final class MessagesTurn {
    private final AnthropicClient client;
    private final StreamedTurn turns;

    /**
     * The result of a turn. Immutable.
     *
     * @param text the model's text beside its calls
     * @param result the outcomes of its calls
     * @param next the request that answers them; the same as before if there were none
     */
    public record Step(String text, TurnResult result, MessageCreateParams next) {
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
    public MessagesTurn(AnthropicClient client, StreamedTurn turns) {
        this.client = client;
        this.turns = turns;
    }

    /**
     * Tools as the SDK offers them to models.
     *
     * @param tools the engine's tools
     * @return the same for a request
     */
    public static List<ToolUnion> tools(ToolCatalog tools) {
        return tools.tools().stream().map(MessagesTurn::tool).toList();
    }

    private static ToolUnion tool(ToolSpec<?> tool) {
        return ToolUnion.ofTool(Tool.builder()
                .name(tool.name())
                .description(tool.description())
                .inputSchema(JsonValue.fromJsonNode(ToolSchemas.of(tool)).convert(Tool.InputSchema.class))
                .build());
    }

    /**
     * Sends a request and reads its response on this thread, which then waits for approvals and tools.
     *
     * @param request the request
     * @return what came of it
     * @throws com.anthropic.errors.AnthropicException if the response fails; nothing of it has run then
     */
    public Step run(MessageCreateParams request) {
        MessageBlocks blocks = new MessageBlocks();
        CompletionStage<TurnResult> turn;
        try (StreamResponse<RawMessageStreamEvent> response = client.messages().createStreaming(request)) {
            turn = turns.<RawMessageStreamEvent>read(
                    response.stream().peek(blocks::accept).iterator(), response::close, MessagesFeed::new);
        }
        TurnResult result = turn.toCompletableFuture().join();
        return new Step(blocks.text(), result, next(request, blocks, result));
    }

    private static MessageCreateParams next(MessageCreateParams request, MessageBlocks blocks, TurnResult turn) {
        if (turn.results().isEmpty()) {
            return request;
        }
        return request.toBuilder()
                .addAssistantMessageOfContentBlockParams(blocks.said(turn))
                .addUserMessageOfContentBlockParams(
                        turn.results().stream().map(MessagesTurn::answer).toList())
                .build();
    }

    private static ContentBlockParam answer(CallResult result) {
        return ContentBlockParam.ofToolResult(ToolResultBlockParam.builder()
                .toolUseId(StreamedTurn.id(result))
                .content(result.forModel())
                .isError(!result.success())
                .build());
    }
}
