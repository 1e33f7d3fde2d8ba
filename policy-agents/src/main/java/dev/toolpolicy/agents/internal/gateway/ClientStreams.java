package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The streams of events to clients with a session, which a client may ask for again. Thread-safe. */
final class ClientStreams {
    /** The first version of the protocol whose clients take an event without a message. */
    private static final String PRIMED = "2025-11-25";

    private final ClientSessions sessions;
    private final Upstream upstream;
    /** The streams outside of requests, each with what the server says in it. */
    private final Map<ClientSessions.Stream, ServerAnswer> listening = new ConcurrentHashMap<>();

    ClientStreams(ClientSessions sessions, Upstream upstream) {
        this.sessions = sessions;
        this.upstream = upstream;
    }

    /**
     * Keeps the events of an answer for a client with a session.
     *
     * @param request the request that is answered; empty for messages outside of requests
     */
    Optional<ClientSessions.Stream> keep(HttpExchange exchange, HttpClientAnswer answer, Optional<Message> request)
            throws IOException {
        Optional<ClientSessions.Stream> stream =
                sessions.of(exchange.getRequestHeaders()).map(session -> sessions.open(session, request, answer));
        if (stream.isPresent()) {
            String version = exchange.getRequestHeaders().getFirst(Upstream.VERSION);
            answer.keep(stream.get(), version != null && version.compareTo(PRIMED) >= 0);
        }
        return stream;
    }

    /** Takes note of a stream outside of requests while it is relayed. */
    void listening(ClientSessions.Stream stream, ServerAnswer messages) {
        listening.put(stream, messages);
    }

    /** Takes note that a stream ends. */
    void ended(ServerAnswer messages) {
        listening.values().remove(messages);
    }

    /** Closes a session's streams outside of requests that no client reads: many servers have one at a time. */
    void closeLeft(Headers client) throws IOException {
        for (Map.Entry<ClientSessions.Stream, ServerAnswer> each : listening.entrySet()) {
            if (sessions.of(client).filter(each.getKey()::isOf).isPresent()
                    && each.getKey().isLeft(Duration.ZERO)) {
                each.getValue().close();
            }
        }
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
     * @return whether the stream was one outside of requests and has ended, so that another one goes on
     */
    boolean resume(HttpExchange exchange, HttpClientAnswer answer, String last, String ping) throws IOException {
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
            return false;
        }
        Optional<ClientSessions.Place> place =
                sessions.of(exchange.getRequestHeaders()).flatMap(session -> sessions.find(session, last));
        Optional<Message> request = place.flatMap(each -> each.stream().request());
        if (place.isEmpty() || place.get().after().isEmpty() && request.isEmpty()) {
            answer.end(410, Message.error(null, Message.INVALID_REQUEST, ClientSessions.LOST));
            return false;
        }
        answer.open();
        boolean whole = place.get().after().isPresent()
                && place.get().stream().follow(place.get().after().get(), answer, answer::write);
        if (!whole && request.isPresent()) {
            answer.event(Message.error(request.get().idValue(), Message.INVALID_REQUEST, ClientSessions.LOST));
        }
        return whole && request.isEmpty();
    }
}
