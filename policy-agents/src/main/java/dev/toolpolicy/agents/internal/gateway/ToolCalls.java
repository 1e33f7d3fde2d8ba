package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.GuardedCall;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The open tool calls of a client. Each is decided first, goes to the server with the arguments that were approved and
 * an id of the gateway's own, and is answered once. Thread-safe.
 */
final class ToolCalls {
    /** For how long a call waits for the client's answer to a question about it. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final Consumer<ObjectNode> client;
    private final PendingRequests server;
    private final PendingRequests questions;

    private final GatewayTools tools;
    private final ToolLister lister;
    private final String session;
    private final ConcurrentMap<String, Call> open = new ConcurrentHashMap<>();
    /** By the id of the question, the calls that the client has to send again with its answer. */
    private final ConcurrentMap<String, Call> asked = new ConcurrentHashMap<>();

    ToolCalls(
            Consumer<ObjectNode> client,
            PendingRequests server,
            PendingRequests questions,
            GatewayTools tools,
            ToolLister lister,
            String session) {
        this.client = client;
        this.server = server;
        this.questions = questions;
        this.tools = tools;
        this.lister = lister;
        this.session = session;
    }

    /** A call that has no answer yet. */
    private static final class Call {
        private volatile ToolCall request;
        private volatile boolean cancelled;
        /** The session in which the call is decided, which asks its questions. */
        private volatile @Nullable PolicySession session;

        private @Nullable String sentAs;

        Call(ToolCall request) {
            this.request = request;
        }
    }

    /** Returns whether a call with this id is open. */
    boolean isOpen(String id) {
        return open.containsKey(id);
    }

    /** Returns the number of open calls. */
    int open() {
        return open.size() + asked.size();
    }

    /** Takes a call whose id is not in use. It is answered in any case. */
    void call(ToolCall request) {
        Call before = asked.get(request.answers());
        if (before != null && before.request.isSame(request) && asked.remove(request.answers(), before)) {
            before.request = before.request.withIdOf(request);
            open.put(request.id(), before);
            if (questions.answered(request.answer()) || !open.remove(request.id(), before)) {
                return; // where it was not in time, the call before has ended
            }
        }
        Call call = new Call(request);
        open.put(request.id(), call);
        lister.known(request.tool()).whenComplete((known, failure) -> decide(call));
    }

    /**
     * Asks the client about an open call, by the answer to it.
     *
     * @throws IOException if it can't be asked so
     */
    PendingRequests.Sent ask(String id, String method, ObjectNode params) throws IOException {
        Call call = open.get(id);
        if (call == null || !call.request.canAsk()) {
            throw new IOException("the client can't ask its user");
        }
        PendingRequests.Sent sent = questions.send(method, params, question -> {
            asked.put(question.path("id").textValue(), call);
            end(call, call.request.asks(question));
        });
        sent.reply()
                .completeOnTimeout(Reply.none(), PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .minimalCompletionStage()
                .whenComplete((answer, withdrawn) -> asked.remove(sent.id(), call));
        return sent;
    }

    /** Decides a call, and answers it also where deciding fails. */
    private void decide(Call call) {
        try {
            PolicySession own = tools.session(session);
            call.session = own;
            if (call.cancelled) {
                ToolCall.report(call.request.request(), own, ToolCall.CANCELLED);
                return;
            }
            Optional<ObjectNode> refused = call.request.refused(tools, own);
            if (refused.isPresent()) {
                end(call, refused.get());
                return;
            }
            run(call, own.guard(call.request.id(), call.request.tool(), call.request.arguments()))
                    .thenCompose(done -> tools.answered(done.call(), own)
                            .map(again -> run(call, again))
                            .orElseGet(() -> CompletableFuture.completedFuture(done)))
                    .whenComplete((done, failure) ->
                            end(call, done == null ? failed(call, failure) : call.request.answer(done)));
        } catch (RuntimeException | Error e) {
            end(call, failed(call, e));
        }
    }

    /** Logs that the gateway itself has failed, and returns the answer to the call. */
    private ObjectNode failed(Call call, Throwable why) {
        tools.log.accept("a call failed: " + VisibleText.line(why.toString()));
        return call.request.notRun("The gateway failed: " + VisibleText.line(String.valueOf(why.getMessage())));
    }

    private CompletionStage<GuardedCall.Result<Reply>> run(Call call, GuardedCall guarded) {
        return guarded.runAsync(
                approved -> send(call, approved), reply -> reply.outcome(tools.labels(call.request.tool())));
    }

    /** Sends an approved call to the server. */
    private CompletableFuture<Reply> send(Call call, ObjectNode approved) throws IOException {
        synchronized (call) {
            Optional<Reply> unsent = call.request.unsent(tools, call.cancelled);
            if (unsent.isPresent()) {
                return CompletableFuture.completedFuture(unsent.get());
            }
            PendingRequests.Sent sent = server.send(ToolCall.METHOD, call.request.approved(approved));
            call.sentAs = sent.id();
            return sent.reply();
        }
    }

    private void end(Call call, ObjectNode response) {
        if (open.remove(call.request.id(), call)) {
            response.set("id", call.request.request().idValue());
            client.accept(response);
        }
    }

    /**
     * Cancels a call: one that the server has is cancelled there. Another one never gets there, and its open question is
     * withdrawn.
     *
     * @param id the id of the client's request
     * @param notification the client's notification
     * @return false if no such call is open
     */
    boolean cancel(String id, Message notification) throws IOException {
        Call call = open.get(id);
        if (call == null) {
            return false;
        }
        String sent;
        synchronized (call) {
            call.cancelled = true;
            sent = call.sentAs;
        }
        if (sent != null) {
            ObjectNode params = JsonNodeFactory.instance.objectNode().put("requestId", sent);
            if (notification.parameter("reason").isTextual()) {
                params.set("reason", notification.parameter("reason"));
            }
            server.notify("notifications/cancelled", params);
            return true;
        }
        end(call, call.request.notRun("Not run: " + ToolCall.CANCELLED + "."));
        Optional.ofNullable(call.session).ifPresent(PolicySession::close);
        return true;
    }
}
