package dev.toolpolicy.cli.internal.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.runtime.turn.GuardedCall;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.text.VisibleText;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The open tool calls of a client. Each is decided first, goes to the server with the arguments that were approved and
 * an id of the gateway's own, and is answered once. Thread-safe.
 */
final class ToolCalls {
    /** The method that calls a tool. */
    static final String METHOD = "tools/call";

    private static final int INVALID_PARAMETERS = -32_602;

    private final Consumer<ObjectNode> client;
    private final OwnRequests server;
    private final GatewayTools tools;
    private final ToolLister lister;
    private final ConcurrentMap<String, Call> open = new ConcurrentHashMap<>();

    ToolCalls(Consumer<ObjectNode> client, OwnRequests server, GatewayTools tools, ToolLister lister) {
        this.client = client;
        this.server = server;
        this.tools = tools;
        this.lister = lister;
    }

    /** A call that has no answer yet. */
    private static final class Call {
        private final Message request;
        private final String tool;
        private boolean cancelled;
        private @Nullable String sentAs;

        Call(Message request, String tool) {
            this.request = request;
            this.tool = tool;
        }
    }

    /** Returns whether a call with this id is open. */
    boolean isOpen(String id) {
        return open.containsKey(id);
    }

    /** Returns the number of open calls. */
    int open() {
        return open.size();
    }

    /** Takes a call whose id is not in use. It is answered in any case. */
    void call(Message request) {
        JsonNode params = request.tree().path("params");
        JsonNode name = params.path("name");
        JsonNode arguments = params.path("arguments");
        Optional<String> ambiguous = Message.nameInTwoCases(params, "name", "arguments", "task", "_meta");
        if (!name.isTextual() || !(arguments.isMissingNode() || arguments.isObject()) || ambiguous.isPresent()) {
            client.accept(Message.error(
                    request.idValue(),
                    INVALID_PARAMETERS,
                    "the parameters of the call are not" + " a name and an object of arguments"));
            return;
        }
        Call call = new Call(request, name.textValue());
        open.put(request.id(), call);
        lister.known(call.tool).whenComplete((known, failure) -> decide(call, arguments));
    }

    private void decide(Call call, JsonNode arguments) {
        Optional<String> refused = refused(call, arguments);
        if (refused.isPresent()) {
            end(call, Message.response(call.request.idValue(), Message.toolError(refused.get())));
            return;
        }
        CompletionStage<GuardedCall.Result<Reply>> result;
        try {
            result = tools.session()
                    .guard(call.request.id(), call.tool, arguments.isMissingNode() ? null : arguments)
                    .runAsync(approved -> send(call, approved), Reply::outcome);
        } catch (RuntimeException e) {
            end(
                    call,
                    Message.response(
                            call.request.idValue(),
                            Message.toolError("Not run: " + VisibleText.line(String.valueOf(e.getMessage())))));
            return;
        }
        result.whenComplete((done, failure) -> end(
                call,
                done == null
                        ? Message.response(call.request.idValue(), Message.toolError("The call has failed."))
                        : answer(call, done)));
    }

    private Optional<String> refused(Call call, JsonNode arguments) {
        if (!tools.isUsable(call.tool)) {
            return Optional.of(tools.unusable(call.tool));
        }
        String[] names = tools.find(call.tool).stream()
                .flatMap(tool -> tool.schema().parameters().stream())
                .map(Parameter::name)
                .toArray(String[]::new);
        return Message.nameInTwoCases(arguments, names)
                .map(name -> "Not run: the argument " + VisibleText.quoted(name, VisibleText.NAME)
                        + " differs from another name only in case.");
    }

    /** Sends an approved call to the server. */
    private CompletableFuture<Reply> send(Call call, ObjectNode approved) throws IOException {
        ObjectNode params = ((ObjectNode) call.request.tree().path("params")).deepCopy();
        params.set("arguments", approved);
        OwnRequests.Sent sent;
        synchronized (call) {
            if (call.cancelled) {
                throw new IOException("the client has cancelled it");
            }
            if (!tools.isUsable(call.tool)) {
                throw new IOException(tools.unusable(call.tool));
            }
            sent = server.send(METHOD, params);
            call.sentAs = sent.id();
        }
        return sent.reply();
    }

    private static ObjectNode answer(Call call, GuardedCall.Result<Reply> result) {
        JsonNode id = call.request.idValue();
        Optional<Message> whole = result.returned().flatMap(Reply::message);
        if (whole.isPresent()) {
            ObjectNode response = whole.get().tree().deepCopy();
            response.set("id", id);
            return response;
        }
        ObjectNode answer = Message.toolError(result.forModel());
        if (result.call().success()) {
            answer.put("isError", false);
        }
        return Message.response(id, answer);
    }

    private void end(Call call, ObjectNode response) {
        String sent;
        synchronized (call) {
            sent = call.sentAs;
        }
        if (sent != null) {
            server.forget(sent);
        }
        open.remove(call.request.id(), call);
        client.accept(response);
    }

    /**
     * Cancels a call: one that the server has is cancelled there, another one never gets there.
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
        }
        return true;
    }
}
