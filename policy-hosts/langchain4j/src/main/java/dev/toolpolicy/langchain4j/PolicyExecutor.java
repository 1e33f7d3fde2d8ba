package dev.toolpolicy.langchain4j;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.runtime.internal.adapter.RefusedCalls;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A tool that runs only if the engine allows the call.
 *
 * @param tools the policies of all tools
 * @param described the tool as it was offered
 * @param tool runs the tool
 */
record PolicyExecutor(PolicyTools tools, HostTool described, ToolExecutor tool) implements ToolExecutor {
    @Override
    public String execute(ToolExecutionRequest request, @Nullable Object memoryId) {
        return text(executeWithContext(
                request, InvocationContext.builder().chatMemoryId(memoryId).build()));
    }

    @Override
    public ToolExecutionResult executeWithContext(ToolExecutionRequest request, @Nullable InvocationContext given) {
        InvocationContext context = Objects.requireNonNullElseGet(
                given, () -> InvocationContext.builder().build());
        PolicySession session = tools.session(context);
        String id = Objects.requireNonNullElse(request.id(), "");
        String arguments;
        try {
            requireCurrent();
            arguments = tools.ends().arguments(request, context);
        } catch (IllegalStateException refused) {
            RefusedCalls.report(session, id, described.name(), String.valueOf(refused.getMessage()));
            throw refused;
        }
        GuardedCall call = session.guard(id, described.name(), arguments);
        tools.ends().pending(context).ifPresent(call::behind);
        GuardedCall.Result<ToolExecutionResult> result = call.run(
                approved -> {
                    requireCurrent(); // it may have changed during an approval
                    return tool.executeWithContext(
                            request.toBuilder().arguments(approved.toString()).build(), context);
                },
                PolicyExecutor::outcome);
        result.call().approval().ifPresent(approval -> tools.ends().waits(context, approval));
        rethrow(result);
        return result.returned()
                .orElseGet(() -> ToolExecutionResult.builder()
                        .isError(!result.call().success())
                        .resultText(result.forModel())
                        .build());
    }

    private void requireCurrent() {
        if (!tools.isCurrent(described)) {
            throw new IllegalStateException("Tool \"" + described.name()
                    + "\" has changed since it was offered, so this call doesn't run. Send another message to see the"
                    + " tool as it is now.");
        }
    }

    static ToolResult outcome(ToolExecutionResult own) {
        return own.isError() ? ToolResult.failure(text(own)) : ToolResult.success(TextNode.valueOf(text(own)));
    }

    /** Throws what the tool threw, for the error handlers of the AI service, unless the model must not see it. */
    private static void rethrow(GuardedCall.Result<?> result) {
        Throwable thrown = result.thrown().orElse(null);
        if (thrown instanceof RuntimeException exception) {
            throw exception;
        }
        if (thrown instanceof Error error) {
            throw error;
        }
    }

    private static String text(ToolExecutionResult result) {
        return result.resultContents().stream().map(PolicyExecutor::text).collect(Collectors.joining("\n"));
    }

    private static String text(Content content) {
        return content instanceof TextContent text ? text.text() : "(" + content.type() + ")";
    }
}
