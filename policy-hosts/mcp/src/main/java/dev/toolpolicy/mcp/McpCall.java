package dev.toolpolicy.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.config.host.HostTools;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.GuardedCall;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** The calls of one tool of a server. Thread-safe. */
final class McpCall {
    private final Function<@Nullable McpTransportContext, PolicySession> sessions;
    private final HostTools tools;
    private final HostTool described;
    /** Whether the server replaces results without structured content, unless they are errors. */
    private final boolean structured;

    McpCall(Function<@Nullable McpTransportContext, PolicySession> sessions, HostTools tools, Tool tool) {
        this.sessions = sessions;
        this.tools = tools;
        this.described = McpTools.described(tool);
        this.structured = tool.outputSchema() != null;
    }

    /** Runs a call on this thread if it is approved. */
    CallToolResult run(
            @Nullable McpTransportContext caller,
            CallToolRequest request,
            Function<CallToolRequest, CallToolResult> handler) {
        PolicySession session = sessions.apply(caller);
        if (!tools.isCurrent(described)) {
            return changed(session);
        }
        GuardedCall.Result<CallToolResult> result = session.guard("", described.name(), request.arguments())
                .run(approved -> handler.apply(approved(request, approved)), McpTools::outcome);
        if (result.thrown().orElse(null) instanceof McpError error) {
            throw error;
        }
        return answer(result);
    }

    /** Returns a call that runs, if it is approved, when the result is subscribed to. */
    Mono<CallToolResult> start(
            @Nullable McpTransportContext caller,
            CallToolRequest request,
            Function<CallToolRequest, Mono<CallToolResult>> handler) {
        return Mono.<CallToolResult>deferContextual(context -> {
                    PolicySession session = sessions.apply(caller);
                    return tools.isCurrent(described)
                            ? decided(
                                    session,
                                    request,
                                    approved -> handler.apply(approved)
                                            .contextWrite(context)
                                            .toFuture())
                            : Mono.just(changed(session));
                })
                .subscribeOn(Schedulers.boundedElastic());
    }

    /** Returns the result of a call, which is cancelled with it. */
    private Mono<CallToolResult> decided(
            PolicySession session,
            CallToolRequest request,
            Function<CallToolRequest, CompletableFuture<CallToolResult>> handler) {
        return Mono.fromFuture(() -> session.guard("", described.name(), request.arguments())
                        .runAsync(approved -> handler.apply(approved(request, approved)), McpTools::outcome)
                        .toCompletableFuture())
                .flatMap(result -> result.thrown().orElse(null) instanceof McpError error
                        ? Mono.error(error)
                        : Mono.just(answer(result)));
    }

    /** Returns the request as it was approved. An approval can take long enough for the tool to be replaced. */
    private CallToolRequest approved(CallToolRequest request, ObjectNode arguments) {
        if (!tools.isCurrent(described)) {
            throw new IllegalStateException(replaced());
        }
        return McpTools.approved(described.name(), request, arguments);
    }

    private String replaced() {
        return "Not run: tool \"" + described.name() + "\" has been replaced. List the tools again.";
    }

    private CallToolResult changed(PolicySession session) {
        return McpTools.refused(session, "", described.name(), replaced());
    }

    private CallToolResult answer(GuardedCall.Result<CallToolResult> result) {
        String request = result.call()
                .approval()
                .map(id -> " The request for people is " + id + ".")
                .orElse("");
        return result.returned()
                .orElseGet(() -> McpTools.result(
                        result.forModel() + request,
                        structured || !result.call().success()));
    }
}
