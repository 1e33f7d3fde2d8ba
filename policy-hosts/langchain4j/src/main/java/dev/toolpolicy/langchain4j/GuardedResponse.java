package dev.toolpolicy.langchain4j;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.PartialToolCallContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.StreamedTurn;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.runtime.internal.adapter.ToolSchemas;
import dev.toolpolicy.runtime.internal.read.EmptyArguments;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A handler of one response of a streaming model of LangChain4j: its calls are decided while they stream, run, and
 * become messages for the next request. Give it to {@code StreamingChatModel.chat}, then wait for {@link #step}.
 *
 * <p>When all calls are settled and one was declined, the response is cancelled through the handle that LangChain4j
 * gives with each piece of a call. LangChain4j drives it by one thread at a time.
 */
public final class GuardedResponse implements StreamingChatResponseHandler {
    /** How long a response may take where no limit is given. */
    public static final Duration DEFAULT_LIMIT = Duration.ofMinutes(10);

    private static final String EMPTY = "{}";
    private static final JsonMapper JSON = new JsonMapper();

    private final ToolTurn turn;
    private final CompletableFuture<Step> step = new CompletableFuture<>();
    /** Completed when nothing more of the response is waited for. */
    private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();

    @SuppressWarnings("JdkObsolete") // the model's thread writes, the turn's reads
    private final StringBuffer text = new StringBuffer();
    /** The text of each call that hasn't ended, for as long as it may be an empty object; null once it is told. */
    private final Map<Integer, @Nullable String> open = new HashMap<>();

    private volatile @Nullable StreamingHandle handle;
    private volatile boolean cancelled;

    /**
     * The result of a response. Immutable.
     *
     * @param text the model's text beside its calls
     * @param result the outcomes of its calls
     * @param messages what to add to the chat: what the model said and called as far as it came, and a result for each
     *     call
     */
    public record Step(String text, TurnResult result, List<ChatMessage> messages) {
        /**
         * Copies the messages.
         *
         * @param text the model's text beside its calls
         * @param result the outcomes of its calls
         * @param messages what to add to the chat
         */
        public Step {
            messages = List.copyOf(messages);
        }

        /**
         * Returns whether the model made no calls, so that no further turn is needed.
         *
         * @return true if this is the end
         */
        public boolean isLast() {
            return result.results().isEmpty();
        }
    }

    /**
     * Creates a handler for one response, which may take {@link #DEFAULT_LIMIT}.
     *
     * @param session the session that its calls belong to
     * @param tools runs what may run
     * @param settings how the turn goes; what it says of cancelling is replaced
     */
    public GuardedResponse(PolicySession session, ToolHandlers tools, TurnSettings settings) {
        this(session, tools, settings, DEFAULT_LIMIT);
    }

    /**
     * Creates a handler for one response that ends in time. Some models report neither completion nor an error
     * when a connection ends early: then the limit ends the response.
     *
     * @param session the session that its calls belong to
     * @param tools runs what may run
     * @param settings how the turn goes; what it says of cancelling is replaced
     * @param limit how long the model may take to tell that the response has ended, from now on; approvals and tools
     *     have limits of their own
     * @throws IllegalArgumentException if the limit isn't positive
     */
    public GuardedResponse(PolicySession session, ToolHandlers tools, TurnSettings settings, Duration limit) {
        if (limit.isZero() || limit.isNegative()) {
            throw new IllegalArgumentException("limit must be positive, was " + limit);
        }
        turn = session.turn(tools, settings.withCancellation(this::cancel));
        turn.result().whenComplete(this::done);
        ended.orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS).exceptionally(late -> {
            onError(new TimeoutException("the model told neither completion nor an error within " + limit));
            stop();
            return null;
        });
    }

    /**
     * Returns what a chat request tells the model of tools: {@code
     * ChatRequest.builder().toolSpecifications(GuardedResponse.specifications(session.offeredTools()))}.
     *
     * @param tools the tools, such as those of a session
     * @return LangChain4j's specifications of the tools
     */
    public static List<ToolSpecification> specifications(ToolCatalog tools) {
        return tools.tools().stream().map(GuardedResponse::specification).toList();
    }

    private static ToolSpecification specification(ToolSpec<?> tool) {
        ObjectNode json = JSON.createObjectNode().put("name", tool.name()).put("description", tool.description());
        json.set("parameters", ToolSchemas.of(tool));
        return ToolSpecification.fromJson(json.toString());
    }

    private void cancel() {
        cancelled = true;
        ended.complete(null);
        stop();
    }

    private void stop() {
        StreamingHandle known = handle;
        if (known != null) {
            known.cancel();
        }
    }

    /**
     * Returns the step that the response leads to.
     *
     * @return the step, once each call has its result; fails if the response does, or with a
     *     {@link TimeoutException} if it doesn't end in time, and then nothing of it runs
     */
    public CompletionStage<Step> step() {
        return step.minimalCompletionStage();
    }

    @Override
    public void onPartialResponse(String piece) {
        text.append(piece);
    }

    @Override
    public void onPartialToolCall(PartialToolCall piece, PartialToolCallContext context) {
        handle = context.streamingHandle();
        start(piece.index(), piece.id(), piece.name());
        String held = open.get(piece.index());
        String more = Objects.requireNonNullElse(piece.partialArguments(), "");
        if (held == null) {
            turn.append(piece.index(), more);
        } else if (!EmptyArguments.isEmptyObject(held) || !EmptyArguments.isEmptyObject(more)) {
            more(piece.index(), held + more);
        }
    }

    /**
     * Tells what has come of a call, unless it may still be an empty object. LangChain4j writes one for a text that
     * never came, as a piece too, and tells it again where one came: what it is worth, the end of the response says.
     */
    private void more(int index, String text) {
        boolean undecided = EmptyArguments.isEmptyObject(text) || EMPTY.startsWith(text.strip());
        open.put(index, undecided ? text : null);
        turn.append(index, undecided ? "" : text);
    }

    private void start(int index, @Nullable String id, @Nullable String name) {
        if (!open.containsKey(index)) {
            open.put(index, "");
        }
        turn.start(index, Objects.requireNonNullElse(id, ""), Objects.requireNonNullElse(name, ""));
    }

    @Override
    public void onCompleteToolCall(CompleteToolCall whole) {
        ToolExecutionRequest call = whole.toolExecutionRequest();
        if (!open.containsKey(whole.index())) {
            start(whole.index(), call.id(), call.name());
        }
        open.remove(whole.index());
        turn.end(whole.index(), Objects.requireNonNullElse(call.arguments(), ""));
    }

    @Override
    public void onCompleteResponse(ChatResponse response) {
        ended.complete(null);
        boolean complete = ResponseEnds.isComplete(response.finishReason()) && open.isEmpty();
        turn.finish(complete ? ResponseEnd.COMPLETE : ResponseEnd.CUT);
    }

    @Override
    public void onError(Throwable failure) {
        ended.complete(null);
        if (!cancelled) {
            step.completeExceptionally(failure);
            turn.abandon("the response failed");
        }
    }

    private void done(@Nullable TurnResult result, @Nullable Throwable failure) {
        if (result == null) {
            step.completeExceptionally(failure == null ? new IllegalStateException("no result came") : failure);
        } else {
            step.complete(new Step(text.toString(), result, messages(text.toString(), result)));
        }
    }

    private static List<ChatMessage> messages(String text, TurnResult turn) {
        List<ChatMessage> messages = new ArrayList<>();
        List<ToolExecutionRequest> calls = new ArrayList<>();
        for (int i = 0; i < turn.results().size(); i++) {
            CallResult result = turn.results().get(i);
            String id = StreamedTurn.id(result);
            calls.add(ToolExecutionRequest.builder()
                    .id(id)
                    .name(result.tool())
                    .arguments(turn.records().get(i).arguments().toString())
                    .build());
            messages.add(ToolExecutionResultMessage.builder()
                    .id(id)
                    .toolName(result.tool())
                    .text(result.forModel())
                    .isError(!result.success())
                    .build());
        }
        messages.add(
                0, AiMessage.builder().text(text).toolExecutionRequests(calls).build());
        return messages;
    }
}
