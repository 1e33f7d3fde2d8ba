package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.Headers;
import dev.toolpolicy.internal.text.VisibleText;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The answers of a server over HTTP that are being read. Those of a session are resumed if they break. Thread-safe. */
final class ServerAnswers {
    private final Upstream upstream;
    private final ClientSessions sessions;
    private final Consumer<String> log;
    /** By session and request. */
    private final Map<String, ServerAnswer> open = new ConcurrentHashMap<>();

    ServerAnswers(Upstream upstream, ClientSessions sessions, Consumer<String> log) {
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
            log.accept("a broken stream can't be resumed now: " + VisibleText.line(String.valueOf(e.getMessage())));
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
     * @param id the request's id, as JSON
     * @throws IOException if there is no answer
     */
    Message ask(ObjectNode request, Headers client, String id) throws IOException {
        try (ServerAnswer messages = read(client, Optional.of(id), upstream.post(request, client))) {
            for (Optional<String> text = messages.next(); text.isPresent(); text = messages.next()) {
                Optional<Message> reply = reply(text.get(), id);
                if (reply.isPresent()) {
                    return reply.get();
                }
            }
        }
        throw new IOException("the server doesn't list its tools");
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
}
