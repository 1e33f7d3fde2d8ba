package dev.toolpolicy.langchain4j;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.internal.adapter.WholeCall;
import dev.toolpolicy.runtime.turn.CallResult;
import dev.toolpolicy.runtime.turn.CallResult.Delivery;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A tool of LangChain4j that runs only if the engine allows it: use it in place of the original executor. A call that
 * doesn't run, or fails, is an error result with the reason, which the model reads.
 */
public final class GuardedToolExecutor implements ToolExecutor {
    private final PolicyEngine engine;
    private final ToolExecutor tool;
    private final Function<Object, PolicySession> sessions;

    /**
     * Creates a guarded tool.
     *
     * @param engine the engine, which knows the tool by its name
     * @param tool the tool
     * @param sessions finds the session of a chat memory's id
     */
    public GuardedToolExecutor(PolicyEngine engine, ToolExecutor tool, Function<Object, PolicySession> sessions) {
        this.engine = engine;
        this.tool = tool;
        this.sessions = sessions;
    }

    @Override
    public String execute(ToolExecutionRequest request, Object memoryId) {
        return guarded(request, memoryId)
                .run(text(request), approved -> tool.execute(checked(request, approved), memoryId))
                .forModel();
    }

    @Override
    public ToolExecutionResult executeWithContext(ToolExecutionRequest request, InvocationContext context) {
        AtomicReference<@Nullable ToolExecutionResult> ran = new AtomicReference<>();
        CallResult result = guarded(request, context.chatMemoryId()).run(text(request), approved -> {
            ToolExecutionResult own = tool.executeWithContext(checked(request, approved), context);
            ran.set(own);
            if (own.isError()) {
                throw new WholeCall.FailedResult(own.resultText());
            }
            return own.resultText();
        });
        ToolExecutionResult own = ran.get();
        return own != null && result.delivery() == Delivery.WHOLE
                ? own
                : ToolExecutionResult.builder()
                        .isError(!result.success())
                        .resultText(result.forModel())
                        .build();
    }

    private WholeCall guarded(ToolExecutionRequest request, Object memoryId) {
        String id = Objects.requireNonNullElse(request.id(), "");
        return new WholeCall(engine, sessions.apply(memoryId), id, request.name());
    }

    /** Returns the argument text. LangChain4j leaves it out if the model gave none. */
    private static String text(ToolExecutionRequest request) {
        return Objects.requireNonNullElse(request.arguments(), "");
    }

    /** Returns the request with the approved arguments. */
    private static ToolExecutionRequest checked(ToolExecutionRequest request, ObjectNode approved) {
        return request.toBuilder().arguments(approved.toString()).build();
    }
}
