package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Asks the client's user with the protocol's elicitation. Only for a client that is not the agent itself, since the
 * client gives the answer. It declines until it is connected, and for a client that can't ask.
 */
public final class Elicitation implements PermissionHandler {
    /** The longest message that clients are taken to show whole, in characters. */
    private static final int LONGEST = 4_000;

    private volatile @Nullable Gateway client;
    private final Map<Long, PendingRequests.Sent> open = new ConcurrentHashMap<>();

    /** Connects the client. */
    void connect(Gateway connected) {
        client = connected;
    }

    @Override
    public CompletionStage<Answer> ask(ApprovalRequest request) {
        Gateway to = client;
        if (to == null) {
            return CompletableFuture.completedFuture(request.decline("no client is connected"));
        }
        String message = request.wholeText();
        if (message.length() > LONGEST) {
            return CompletableFuture.completedFuture(request.decline("with " + message.length()
                    + " characters it is too long for the client's dialog. Start the gateway with --page to be asked on"
                    + " a page"));
        }
        ObjectNode params = JsonNodeFactory.instance.objectNode().put("message", message);
        ObjectNode schema = params.putObject("requestedSchema").put("type", "object");
        schema.putObject("properties")
                .putObject("approve")
                .put("type", "boolean")
                .put("title", "Run this call?");
        schema.putArray("required").add("approve");
        try {
            PendingRequests.Sent sent = to.ask(request.callId(), params);
            open.put(request.id(), sent);
            return sent.reply().thenApply(reply -> answer(request, reply));
        } catch (IOException e) {
            return CompletableFuture.completedFuture(request.decline("the client can't be asked"));
        }
    }

    private Answer answer(ApprovalRequest request, Reply reply) {
        open.remove(request.id());
        JsonNode result = reply.result();
        boolean approves = "accept".equals(result.path("action").textValue())
                && result.path("content").path("approve").booleanValue();
        return approves ? request.approve() : request.decline("");
    }

    @Override
    public void withdrawn(ApprovalRequest request, String reason) {
        PendingRequests.Sent question = open.remove(request.id());
        Gateway to = client;
        if (question == null || to == null) {
            return;
        }
        try {
            to.withdraw(question, reason);
        } catch (IOException e) {
            throw new IllegalStateException("the client can't be told that a question is withdrawn", e);
        }
    }
}
