package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.Headers;
import dev.toolpolicy.internal.text.VisibleText;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The streams of a gateway over HTTP. In a session, those of the server are resumed if they break, and those to a client
 * are kept, so that it may ask for what it has missed. Thread-safe.
 */
final class HttpStreams {
    /** The first version of the protocol whose clients take an event without a message. */
    private static final String PRIMED = "2025-11-25";

    /** The answer to a client whose missed events aren't kept. */
    private static final String LOST = "the gateway has not kept the events that were missed; it keeps the last 1,000"
            + " of a session, and at most 32 MB";

    private final Upstream upstream;
    private final ClientSessions sessions;
    private final Consumer<String> log;
    private final AtomicLong ids = new AtomicLong();
    /** By session and request. */
    private final Map<String, ServerAnswer> open = new ConcurrentHashMap<>();

    HttpStreams(Upstream upstream, ClientSessions sessions, Consumer<String> log) {
        this.upstream = upstream;
        this.sessions = sessions;
        this.log = log;
    }

    /**
     * Reads an answer.
     *
     * @param client the headers of the client's request
     * @param request the id of the request; empty if there is none
     */
    ServerAnswer read(Headers client, Optional<String> request, HttpResponse<InputStream> response) {
        String session = sessions.of(client).orElse("");
        String key = session + "\n" + request.orElse("");
        ServerAnswer answer = new ServerAnswer(
                response,
                session,
                request,
                session.isEmpty() ? null : last -> again(last, client),
                Upstream.PATIENCE,
                closed -> open.remove(key, closed));
        if (!session.isEmpty() && request.isPresent()) {
            open.put(key, answer);
        }
        return answer;
    }

    private Optional<HttpResponse<InputStream>> again(String last, Headers client) {
        try {
            return Optional.of(upstream.send("GET", client, last));
        } catch (IOException e) {
            log.accept("a broken stream can't be resumed now: " + VisibleText.line(e.toString()));
            return Optional.empty();
        }
    }

    /** Takes note that the answer to a request isn't wanted any more: if it breaks off, it isn't resumed. */
    void unwanted(Headers client, String request) {
        sessions.of(client).map(session -> open.get(session + "\n" + request)).ifPresent(ServerAnswer::finish);
    }

    /**
     * Sends a request of the gateway's own, and waits for the answer.
     *
     * @param head receives the head of the answer
     * @param end when it is given up, by {@link System#nanoTime}
     * @throws IOException if the server can't be reached
     */
    Reply ask(Headers client, String method, ObjectNode params, Consumer<HttpResponse<?>> head, long end)
            throws IOException {
        ObjectNode request = Message.request(nextId(), method, params);
        HttpResponse<InputStream> response = upstream.post(request, client, Upstream.until(end));
        String id = request.path("id").toString();
        head.accept(response);
        try (ServerAnswer messages = read(client, Optional.of(id), response)) {
            messages.endAfter(Upstream.until(end)); // meanwhile the calls of all clients wait
            for (Optional<String> text = messages.next(); text.isPresent(); text = messages.next()) {
                try {
                    Message message = Message.read(text.get());
                    if (message.kind() == Message.Kind.RESPONSE && message.id().equals(id)) {
                        return new Reply(Optional.of(message));
                    }
                } catch (Message.InvalidException e) {
                    log.accept("a message of the server was dropped: " + e.getMessage());
                }
            }
        }
        return Reply.none();
    }

    private String nextId() {
        return "toolpolicy-" + ids.incrementAndGet();
    }

    /** Returns the response to a request, if a text is one. */
    static Optional<Message> reply(String text, String id) {
        try {
            return Optional.of(Message.read(text))
                    .filter(message -> message.kind() == Message.Kind.RESPONSE
                            && message.id().equals(id));
        } catch (Message.InvalidException e) {
            return Optional.empty(); // reported where other messages are relayed
        }
    }

    /**
     * Keeps the events of an answer for a client with a session.
     *
     * @param request the request that is answered; empty for messages outside of requests
     */
    void keep(HttpClientAnswer answer, Optional<Message> request) {
        Optional<ClientSessions.Stream> stream =
                sessions.of(answer.client()).map(session -> sessions.open(session, request, answer::write));
        stream.ifPresent(answer::keep);
        String version = answer.client().getFirst(Upstream.VERSION);
        if (version != null && version.compareTo(PRIMED) >= 0) {
            stream.ifPresent(each -> each.write("data:"));
        }
    }

    /** Takes over the head of an answer of the server. What is kept for a session that has ended is dropped. */
    void answered(HttpClientAnswer answer, HttpResponse<?> response) {
        boolean deleted = answer.exchange().getRequestMethod().equals("DELETE") && response.statusCode() / 100 == 2;
        if (deleted || response.statusCode() == 404) {
            sessions.of(answer.client()).ifPresent(sessions::forget);
        }
        answer.headers(response);
    }

    /**
     * Sends what a client has missed of a stream, and what comes, if the server still knows the client.
     *
     * @param last the event that the client has seen last
     * @return where the server goes on, if the stream was one outside of requests; empty if the answer is complete
     */
    Optional<String> resume(HttpClientAnswer answer, String last) throws IOException {
        Headers own = new Headers();
        own.putAll(answer.client());
        own.set("Accept", "application/json, text/event-stream");
        HttpResponse<InputStream> known =
                upstream.post(Message.request(nextId(), "ping", JsonNodeFactory.instance.objectNode()), own);
        known.body().close();
        if (known.statusCode() / 100 != 2) {
            answered(answer, known);
            answer.end(known.statusCode(), null);
            return Optional.empty();
        }
        Optional<ClientSessions.Stream> stream = sessions.of(own).flatMap(session -> sessions.find(session, last));
        if (stream.isEmpty()) {
            answer.end(410, Message.error(null, Message.INVALID_REQUEST, LOST));
            return Optional.empty();
        }
        Optional<Message> request = stream.get().request();
        boolean kept = stream.get().follow(last, answer::write);
        answer.open();
        if (!kept && request.isPresent()) {
            answer.event(Message.error(request.get().idValue(), Message.INVALID_REQUEST, LOST));
        }
        return request.isPresent() ? Optional.empty() : Optional.of(stream.get().place());
    }
}
