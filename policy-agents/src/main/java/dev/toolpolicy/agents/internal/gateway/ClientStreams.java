package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.util.Optional;

/** The streams of events to clients with a session, which a client may ask for again. Thread-safe. */
final class ClientStreams {
    /** The first version of the protocol whose clients take an event without a message. */
    private static final String PRIMED = "2025-11-25";

    /** Why missed events can't be had. */
    private static final String LOST = "the gateway has not kept the events that were missed; it keeps the last 1,000"
            + " of a session, and at most 32 MB";

    private final ClientSessions sessions;
    private final Upstream upstream;

    ClientStreams(ClientSessions sessions, Upstream upstream) {
        this.sessions = sessions;
        this.upstream = upstream;
    }

    /**
     * Keeps the events of an answer for a client with a session.
     *
     * @param request the request that is answered; empty for messages outside of requests
     */
    Optional<ClientSessions.Stream> keep(Headers client, HttpClientAnswer answer, Optional<Message> request) {
        Optional<ClientSessions.Stream> stream =
                sessions.of(client).map(session -> sessions.open(session, request, answer::write));
        stream.ifPresent(answer::keep);
        String version = client.getFirst(Upstream.VERSION);
        if (version != null && version.compareTo(PRIMED) >= 0) {
            stream.ifPresent(each -> each.write("data:"));
        }
        return stream;
    }

    /** Takes note of an answer of the server: what is kept for a session that has ended is dropped. */
    void answered(HttpExchange exchange, HttpResponse<?> response) {
        boolean deleted = exchange.getRequestMethod().equals("DELETE") && response.statusCode() / 100 == 2;
        if (deleted || response.statusCode() == 404) {
            sessions.of(exchange.getRequestHeaders()).ifPresent(sessions::forget);
        }
    }

    /**
     * Sends what a client has missed of a stream, and what comes, if the server still knows the client.
     *
     * @param last the event that the client has seen last
     * @param ping the id of a request to the server
     * @return where the server goes on, if the stream was one outside of requests; empty if the answer is complete
     */
    Optional<String> resume(HttpExchange exchange, HttpClientAnswer answer, String last, String ping)
            throws IOException {
        Headers own = new Headers();
        own.putAll(exchange.getRequestHeaders());
        own.set("Accept", "application/json, text/event-stream");
        HttpResponse<InputStream> known =
                upstream.post(Message.request(ping, "ping", JsonNodeFactory.instance.objectNode()), own);
        known.body().close();
        if (known.statusCode() / 100 != 2) {
            answered(exchange, known);
            answer.headers(known);
            answer.end(known.statusCode(), null);
            return Optional.empty();
        }
        Optional<ClientSessions.Stream> stream = sessions.of(own).flatMap(session -> sessions.find(session, last));
        if (stream.isEmpty()) {
            answer.end(410, Message.error(null, Message.INVALID_REQUEST, LOST));
            return Optional.empty();
        }
        answer.open();
        Optional<Message> request = stream.get().request();
        if (!stream.get().follow(last, answer::write) && request.isPresent()) {
            answer.event(Message.error(request.get().idValue(), Message.INVALID_REQUEST, LOST));
        }
        return request.isPresent() ? Optional.empty() : Optional.of(stream.get().place());
    }
}
