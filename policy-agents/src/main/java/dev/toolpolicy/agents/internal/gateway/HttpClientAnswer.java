package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one HTTP request of a client: one message as JSON, or several as events, which may be kept for a client
 * that loses its connection. For one thread, and those that notice that the client has gone.
 */
final class HttpClientAnswer {
    private static final List<String> PASSING = List.of(Upstream.SESSION, "WWW-Authenticate", "Retry-After");

    private final HttpExchange exchange;
    private Headers client;
    private @Nullable JsonNode request;
    /** True until the client has an answer to its request. */
    private boolean waits;

    private int refusal;
    private boolean streams;
    private ClientSessions.@Nullable Stream kept;

    HttpClientAnswer(HttpExchange exchange) {
        this.exchange = exchange;
        client = exchange.getRequestHeaders();
    }

    /** Returns the client's request. */
    HttpExchange exchange() {
        return exchange;
    }

    /** Returns the headers of the client's request; without a session, if the message is of a version that has none. */
    Headers client() {
        return client;
    }

    /** Takes note of the client's message. */
    void answers(Message message) {
        if (!message.version().isEmpty()) {
            client = new Headers();
            client.putAll(exchange.getRequestHeaders());
            client.remove(Upstream.SESSION);
        }
        request = message.idValue();
        waits = message.kind() == Message.Kind.REQUEST;
    }

    /**
     * Returns whether a server that answers with a status has not done what it was asked for. That isn't sure of a time
     * limit (408, and 499 of proxies), of a program that the server depends on (424), and of codes that no standard has.
     */
    static boolean refuses(int status) {
        return status / 100 == 4 && status != 408 && status != 424 && status <= 451;
    }

    /** Takes over the headers of the server's answer, and the status of a refusal, which clients have to see. */
    void headers(HttpResponse<?> from) {
        refusal = refuses(from.statusCode()) ? from.statusCode() : 0;
        for (String name : PASSING) {
            from.headers()
                    .allValues(name)
                    .forEach(value -> exchange.getResponseHeaders().set(name, value));
        }
    }

    /** Lets a stream keep the events. Then the client may lose its connection, and the answer goes on. */
    void keep(ClientSessions.Stream stream) {
        kept = stream;
    }

    /** Sends a message as an event; more may follow. */
    void event(ObjectNode message) throws IOException {
        waits &= message.has("method");
        String event = "event: message\ndata: " + Lines.text(message);
        if (kept != null) {
            kept.write(event);
        } else {
            write((event + "\n\n").getBytes(StandardCharsets.US_ASCII));
        }
    }

    /**
     * Runs something once the client has gone, unless events are kept for it. To notice it, comments are written.
     *
     * @param matters whether it still matters that the client has gone
     */
    void whenGone(BooleanSupplier matters, Runnable end, long nanos, Executor threads) {
        if (kept == null) {
            CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS, threads)
                    .execute(() -> {
                        try {
                            if (matters.getAsBoolean()) {
                                write(":\n\n".getBytes(StandardCharsets.US_ASCII));
                                whenGone(matters, end, nanos, threads);
                            }
                        } catch (IOException e) { // the client reads no more, or has its answer
                            end.run();
                        }
                    });
        }
    }

    /** Sends events as they are. */
    synchronized void write(byte[] events) throws IOException {
        open();
        exchange.getResponseBody().write(events);
        exchange.getResponseBody().flush();
    }

    /** Returns whether the events are outside of requests, and no client reads them any more. */
    boolean isLeft() {
        return kept != null && kept.isLeft();
    }

    /** Says that no more events come, and which one was the server's last; empty if that has no id. */
    void close(String last) {
        if (kept != null) {
            kept.end(last);
        }
    }

    /** Begins a stream of events, if none has begun. The client sees that it has, even if no event comes for now. */
    synchronized void open() throws IOException {
        if (!streams) {
            streams = true;
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.getResponseHeaders().set("Cache-Control", "no-cache");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().flush(); // newer JDKs keep the headers back until then
        }
    }

    /** Sends the only or the last message; null for none. */
    synchronized void end(int status, @Nullable ObjectNode message) throws IOException {
        if (streams) {
            if (message != null) {
                event(message);
            }
            return;
        }
        byte[] body = message == null ? new byte[0] : Lines.text(message).getBytes(StandardCharsets.US_ASCII);
        if (message != null) {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
        }
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
    }

    /** Returns the status with which the server has refused the request; another one if it hasn't. */
    int status(int otherwise) {
        return refusal == 0 ? otherwise : refusal;
    }

    /** Sends an error, if nothing has been sent yet, or events without an answer. */
    void fail(int status, String text) throws IOException {
        if (isFresh() || streams && waits) {
            end(status, Message.error(request, Message.INVALID_REQUEST, text));
        }
    }

    /** Returns whether nothing has been sent yet. */
    boolean isFresh() {
        return exchange.getResponseCode() < 0;
    }
}
