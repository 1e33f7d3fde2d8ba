package dev.toolpolicy.langchain4j;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.memory.ChatMemoryService;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.turn.GuardedCall;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A tool of LangChain4j that runs only if the engine allows it: use it in place of the original executor. A call that
 * doesn't run, or fails, is an error result with the reason, which the model reads.
 */
public final class GuardedToolExecutor implements ToolExecutor {
    private final ToolExecutor tool;
    private final Function<Object, PolicySession> sessions;
    private final boolean single;

    /**
     * Creates a guarded tool. Its calls belong to the session of the chat memory, so the AI service needs a {@code
     * MemoryId}; a call without one throws an {@link IllegalStateException} and doesn't run.
     *
     * @param tool the tool
     * @param sessions finds the session of a chat memory's id
     */
    public GuardedToolExecutor(ToolExecutor tool, Function<Object, PolicySession> sessions) {
        this.tool = tool;
        this.sessions = sessions;
        this.single = false;
    }

    /**
     * Creates a guarded tool for one session, to which all its calls belong.
     *
     * @param tool the tool
     * @param session the session
     */
    public GuardedToolExecutor(ToolExecutor tool, PolicySession session) {
        this.tool = tool;
        this.sessions = id -> session;
        this.single = true;
    }

    @Override
    public String execute(ToolExecutionRequest request, @Nullable Object memoryId) {
        return executeWithContext(
                        request,
                        InvocationContext.builder().chatMemoryId(memoryId).build())
                .resultText();
    }

    @Override
    public ToolExecutionResult executeWithContext(ToolExecutionRequest request, InvocationContext context) {
        GuardedCall.Result<ToolExecutionResult> result = guarded(request, context.chatMemoryId())
                .run(
                        approved -> tool.executeWithContext(checked(request, approved), context),
                        own -> own.isError()
                                ? ToolResult.failure(own.resultText())
                                : ToolResult.success(TextNode.valueOf(own.resultText())));
        return result.returned()
                .orElseGet(() -> ToolExecutionResult.builder()
                        .isError(!result.call().success())
                        .resultText(result.forModel())
                        .build());
    }

    /** Guards a call. LangChain4j leaves out its id and its arguments if the model gave none. */
    private GuardedCall guarded(ToolExecutionRequest request, @Nullable Object memoryId) {
        String id = Objects.requireNonNullElse(request.id(), "");
        return session(request, memoryId).guard(id, request.name(), request.arguments());
    }

    /**
     * Returns the session of a call. LangChain4j gives all calls of services without a {@code MemoryId} the same id;
     * they never share a session.
     */
    private PolicySession session(ToolExecutionRequest request, @Nullable Object memoryId) {
        boolean missing =
                memoryId == null || memoryId.toString().isBlank() || memoryId.equals(ChatMemoryService.DEFAULT);
        if (missing && !single) {
            throw new IllegalStateException("The call of tool \"" + request.name()
                    + "\" has no session, so it doesn't run. Give the method of the AI service a @MemoryId parameter:"
                    + " its value is the session's id.");
        }
        return Objects.requireNonNull(
                sessions.apply(memoryId == null ? "" : memoryId), "no session was found for the chat memory's id");
    }

    /** Returns the request with the approved arguments. */
    private static ToolExecutionRequest checked(ToolExecutionRequest request, ObjectNode approved) {
        return request.toBuilder().arguments(approved.toString()).build();
    }
}
