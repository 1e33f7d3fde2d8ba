package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;

/** A server whose streams have ids, and break where a test wants them to. */
final class StreamingServer implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** A stream of events: all that will come, and how many may come yet. */
    static final class Stream {
        final String name;
        final List<String> events;
        volatile int ready;

        Stream(String name, List<String> events) {
            this.name = name;
            this.events = events;
            this.ready = events.size();
        }
    }

    /** The messages in the stream of a call. */
    interface Script {
        List<String> events(JsonNode call);
    }

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger sessions = new AtomicInteger();
    private final HttpServer server;
    final Map<String, Stream> streams = new ConcurrentHashMap<>();
    /** The arguments of the calls that ran. */
    final List<String> ran = new CopyOnWriteArrayList<>();
    /** The events after which clients went on, and "" for a stream outside of requests. */
    final List<String> asked = new CopyOnWriteArrayList<>();

    final List<String> received = new CopyOnWriteArrayList<>();
    /** Whether the connection breaks behind the event of this number. */
    volatile IntPredicate breaks = n -> false;
    /** The status of answers to GET; 200 for streams. */
    volatile int status = 200;
    /** The status of answers to POST, other than calls. */
    volatile int posts = 200;

    volatile Script script = call -> List.of(result(call, "done"));
    volatile Stream outside = new Stream("outside", List.of());
    volatile String prefix = "id: ";
    /** How many connections clients have left. */
    volatile int left;

    StreamingServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/mcp", this::serve);
        server.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/mcp");
    }

    static String result(JsonNode call, String text) {
        ObjectNode result = Message.toolError(text);
        result.remove("isError");
        return Message.response(call.path("id"), result).toString();
    }

    static String notification(String data) {
        return Message.notification(
                        "notifications/message", JSON.createObjectNode().put("data", data))
                .toString();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (exchange.getRequestMethod().equals("GET")) {
                get(exchange);
                return;
            }
            if (exchange.getRequestMethod().equals("DELETE")) {
                exchange.sendResponseHeaders(200, -1);
                return;
            }
            JsonNode message = JSON.readTree(exchange.getRequestBody());
            received.add(message.path("method").asText());
            if (List.of("tools/call", "resources/read")
                    .contains(message.path("method").asText())) {
                ran.add(message.at("/params/arguments/path").asText());
                Stream stream = new Stream("s" + ran.size(), script.events(message));
                streams.put(stream.name, stream);
                stream(exchange, stream, 0);
                return;
            }
            if (posts != 200) {
                exchange.sendResponseHeaders(posts, -1);
                return;
            }
            if (message.path("method").asText().equals("initialize")) {
                exchange.getResponseHeaders().set("Mcp-Session-Id", "session-" + sessions.incrementAndGet());
            }
            byte[] body = answer(message).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private static String answer(JsonNode message) {
        ObjectNode result = JSON.createObjectNode();
        for (String name : List.of("read", "write")) {
            ObjectNode tool = result.withArrayProperty("tools").addObject().put("name", name);
            tool.putObject("inputSchema")
                    .put("type", "object")
                    .putObject("properties")
                    .putObject("path")
                    .put("type", "string");
        }
        return Message.response(
                        message.path("id"),
                        message.path("method").asText().equals("tools/list") ? result : JSON.createObjectNode())
                .toString();
    }

    private void get(HttpExchange exchange) throws IOException {
        String last = exchange.getRequestHeaders().getFirst("Last-Event-ID");
        asked.add(last == null ? "" : last);
        if (status != 200) {
            exchange.sendResponseHeaders(status, -1);
        } else if (last == null) {
            stream(exchange, outside, 0);
        } else {
            String[] parts = last.split("-");
            Stream stream = parts[0].equals("outside") ? outside : streams.get(parts[0]);
            stream(exchange, stream, Integer.parseInt(parts[1]) + 1);
        }
    }

    /** Sends what comes in a stream; where it breaks, in the middle of the next event or between two. */
    private void stream(HttpExchange exchange, Stream stream, int from) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 1 << 30);
        for (int n = from; n < stream.events.size(); n++) {
            while (n >= stream.ready) {
                pause();
            }
            String event = prefix + stream.name + "-" + n + "\ndata: " + stream.events.get(n) + "\n\n";
            try {
                exchange.getResponseBody().write(event.getBytes(StandardCharsets.UTF_8));
                exchange.getResponseBody().flush();
            } catch (IOException e) {
                left++;
                throw e;
            }
            if (breaks.test(n)) {
                exchange.getResponseBody().write("data: {\"json".getBytes(StandardCharsets.UTF_8));
                exchange.getResponseBody().flush();
                return;
            }
        }
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
