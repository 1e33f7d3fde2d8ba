package dev.toolpolicy.mcp;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.runtime.internal.adapter.RefusedCalls;
import io.modelcontextprotocol.modern.McpException;
import io.modelcontextprotocol.spec.McpError;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The calls of one tool, of a server or a client. Thread-safe.
 *
 * @param wire the family of the SDK's classes
 * @param tool the name of the tool
 * @param isCurrent whether the tool is as it was offered. An approval can take long enough for it to change
 * @param changed the message for the model if it isn't
 * @param structured whether the server replaces results without structured content, unless they are errors
 */
record McpCall<Q, R>(
        McpWire<?, Q, R> wire, String tool, BooleanSupplier isCurrent, String changed, boolean structured) {
    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

    /** The end of a call: its result, if there is one, and what it means for later calls. */
    record Reply<R>(@Nullable R result, Supplier<ToolResult> outcome) {}

    Reply<R> reply(R result) {
        return new Reply<>(result, () -> wire.outcome().apply(result));
    }

    /** Runs a call on this thread if it is approved. */
    R run(PolicySession session, String id, Q request, Function<Q, Reply<R>> handler) {
        if (!isCurrent.getAsBoolean()) {
            return refused(session, id);
        }
        return answer(session.guard(id, tool, wire.arguments().apply(request))
                .run(
                        approved -> isCurrent.getAsBoolean() ? handler.apply(approved(request, approved)) : replaced(),
                        reply -> reply.outcome().get()));
    }

    /** Returns a call that runs, if it is approved, when the result is subscribed to, and is cancelled with it. */
    Mono<R> start(Supplier<PolicySession> sessions, Q request, Function<Q, Mono<R>> handler) {
        return Mono.<R>deferContextual(context -> {
                    PolicySession session = sessions.get();
                    if (!isCurrent.getAsBoolean()) {
                        return Mono.just(refused(session, ""));
                    }
                    GuardedCall call = session.guard("", tool, wire.arguments().apply(request));
                    GuardedCall.HostCode<CompletableFuture<Reply<R>>> host = approved -> isCurrent.getAsBoolean()
                            ? handler.apply(approved(request, approved))
                                    .map(this::reply)
                                    .contextWrite(context)
                                    .toFuture()
                            : CompletableFuture.completedFuture(replaced());
                    var result = call.runAsync(host, reply -> reply.outcome().get());
                    return Mono.fromFuture(result.toCompletableFuture()).map(this::answer);
                })
                .subscribeOn(Schedulers.boundedElastic());
    }

    private Q approved(Q request, ObjectNode arguments) {
        return wire.approved().apply(request, McpWire.JSON.convertValue(arguments, OBJECT));
    }

    private Reply<R> replaced() {
        return new Reply<>(null, () -> ToolResult.failureWithoutEffect(changed));
    }

    private R refused(PolicySession session, String id) {
        RefusedCalls.report(session, id, tool, changed);
        return wire.notice().apply(changed, true);
    }

    private R answer(GuardedCall.Result<Reply<R>> result) {
        if (result.thrown().orElse(null) instanceof RuntimeException error
                && (error instanceof McpError || error instanceof McpException)) {
            throw error; // of the protocol, which a server sends as such
        }
        R own = result.returned().map(Reply::result).orElse(null);
        if (own != null) {
            return own;
        }
        String request = result.call()
                .approval()
                .map(id -> " The request for people is " + id + ".")
                .orElse("");
        return wire.notice()
                .apply(result.forModel() + request, structured || !result.call().success());
    }
}
