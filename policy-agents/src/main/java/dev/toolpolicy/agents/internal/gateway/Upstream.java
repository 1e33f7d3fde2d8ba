package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.Headers;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;

/**
 * The server behind a gateway over HTTP. Of a client's headers only those pass that the protocol needs, since a server
 * could read another message out of others. Thread-safe.
 */
final class Upstream {
    /** The header with the session that the server has given to a client. */
    static final String SESSION = "Mcp-Session-Id";

    /** The header with the event that a client has seen last. */
    static final String LAST_EVENT = "Last-Event-ID";

    /** The header with the version of the protocol. */
    static final String VERSION = "Mcp-Protocol-Version";

    private static final List<String> PASSING = List.of("Accept", "Authorization", VERSION, SESSION, "User-Agent");

    /** For how long the server may say nothing where it has to answer. */
    static final Duration PATIENCE = Duration.ofMinutes(10);

    private final URI uri;
    private final Function<String, JsonNode> schemas;

    private final Duration patience;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(Duration.ofSeconds(20))
            .build();

    /**
     * Creates a connection.
     *
     * @param schemas the input schemas of tools, by name
     * @param patience for how long the server may say nothing where it has to answer
     */
    Upstream(URI uri, Function<String, JsonNode> schemas, Duration patience) {
        this.uri = uri;
        this.schemas = schemas;
        this.patience = patience;
    }

    /** Returns the time until a moment of {@link System#nanoTime}, at least one nanosecond. */
    static Duration until(long end) {
        return Duration.ofNanos(Math.max(1, end - System.nanoTime()));
    }

    /** Returns what headers repeat of a message, by their names; none for one of an older version of the protocol. */
    SortedMap<String, JsonNode> mirrored(Message message) {
        String tool = message.method().equals(ToolCall.METHOD)
                ? message.parameter("name").asText()
                : "";
        return MirroredHeaders.of(message, schemas.apply(tool));
    }

    /** Returns the path at which the server listens. */
    String path() {
        return uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    }

    /**
     * Sends a message.
     *
     * @throws IOException if there is no answer; it is then unknown whether the server has the message
     */
    HttpResponse<InputStream> post(ObjectNode message, Headers client) throws IOException {
        return post(message, client, patience);
    }

    /** Sends a message, and waits for so long for the head of the answer. */
    HttpResponse<InputStream> post(ObjectNode message, Headers client, Duration limit) throws IOException {
        SortedMap<String, JsonNode> mirrored = mirrored(new Message(message, Message.Kind.REQUEST));
        return send("POST", HttpRequest.BodyPublishers.ofString(Lines.text(message)), client, "", mirrored, limit);
    }

    /**
     * Sends a request without a message.
     *
     * @param lastEvent the event of a stream that the answer begins behind, in visible ASCII; empty for none
     * @throws IOException if there is no answer
     */
    HttpResponse<InputStream> send(String method, Headers client, String lastEvent) throws IOException {
        return send(
                method, HttpRequest.BodyPublishers.noBody(), client, lastEvent, Collections.emptySortedMap(), patience);
    }

    private HttpResponse<InputStream> send(
            String method,
            HttpRequest.BodyPublisher body,
            Headers from,
            String lastEvent,
            SortedMap<String, JsonNode> mirrored,
            Duration limit)
            throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(limit).method(method, body);
        if (method.equals("POST")) {
            request.header("Content-Type", "application/json");
        }
        if (!lastEvent.isEmpty()) {
            request.header(LAST_EVENT, lastEvent);
        }
        mirrored.forEach((name, value) -> request.header(name, MirroredHeaders.encoded(value)));
        for (String name : PASSING) {
            if (!mirrored.containsKey(name)) {
                from.getOrDefault(name, List.of()).forEach(value -> request.header(name, value));
            }
        }
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
