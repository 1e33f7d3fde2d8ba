package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/** The requests that the gateway itself sends to one peer, under ids of its own, and their answers. Thread-safe. */
final class PendingRequests {
    private static final String PREFIX = "toolpolicy-";

    private final Peer peer;
    private final AtomicLong count = new AtomicLong();
    private final ConcurrentMap<String, CompletableFuture<Reply>> open = new ConcurrentHashMap<>();
    private volatile boolean ended;

    PendingRequests(Peer peer) {
        this.peer = peer;
    }

    /**
     * A request that was sent.
     *
     * @param id its id
     * @param reply its answer, which comes once and never fails; who cancels it gives the request up
     */
    record Sent(String id, CompletableFuture<Reply> reply) {}

    /**
     * Sends a request.
     *
     * @throws IOException if it can't be sent; then it has no answer
     */
    Sent send(String method, ObjectNode params) throws IOException {
        return send(method, params, peer);
    }

    /** Sends a request, as above, by something else than the peer's connection. */
    Sent send(String method, ObjectNode params, Peer way) throws IOException {
        String id = PREFIX + count.incrementAndGet();
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        open.put(quoted(id), reply);
        reply.minimalCompletionStage().whenComplete((answer, givenUp) -> open.remove(quoted(id)));
        try {
            way.send(Message.request(id, method, params));
            if (ended) {
                end();
            }
        } catch (IOException e) {
            open.remove(quoted(id));
            throw e;
        }
        return new Sent(id, reply);
    }

    /**
     * Sends a notification.
     *
     * @throws IOException if it can't be sent
     */
    void notify(String method, ObjectNode params) throws IOException {
        peer.send(Message.notification(method, params));
    }

    private static String quoted(String id) {
        return "\"" + id + "\"";
    }

    /** Returns whether an id looks like one of the gateway's. Peers may not use such ids. */
    static boolean isOwn(String id) {
        return id.startsWith("\"" + PREFIX);
    }

    /** Takes an answer, and returns whether its request is open. A second one for the same request is dropped. */
    boolean answered(Message response) {
        return complete(response.id(), new Reply(Optional.of(response)));
    }

    /** Ends a request whose answer, under its id as JSON, can't be read. */
    void unanswered(String id) {
        complete(id, Reply.none());
    }

    private boolean complete(String id, Reply answer) {
        CompletableFuture<Reply> reply = open.remove(id);
        return reply != null && reply.complete(answer);
    }

    /** Ends all requests without an answer, also those to come. */
    void end() {
        ended = true;
        open.keySet().forEach(this::unanswered);
    }
}
