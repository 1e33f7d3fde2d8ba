package dev.toolpolicy.agents.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.config.host.HostTools;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A gateway over HTTP, before a server that the tests play. */
abstract class PlayedHttpGateway {
    static final ObjectMapper JSON = new ObjectMapper();
    static final String POLICY = """
        [tools.read.policy]
        run = [{ arg = "/path", prefix = "secret", mode = "deny", reason = "secret" }, { mode = "allow" }]

        [tools.write.policy]
        run = [{ mode = "allow" }]
        requires = [{ tools = ["read"], key = "/path" }]

        [tools.drop.policy]
        run = "deny"

        [tools.send.policy]
        run = "ask"
        """;

    static final String LOST =
            "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32001,\"message\":\"Session not found\"},\"id\":null}";

    /** A server that refuses a call or breaks off, in place of an answer. */
    interface Misbehavior {
        void answer(HttpExchange exchange, JsonNode call) throws IOException;
    }

    @TempDir
    Path folder;

    SessionSettings sessions = SessionSettings.inMemory()
            .withStore(SessionStore.inMemory())
            .withStoredApprovals(Duration.ofDays(1))
            .withResentCalls();
    final List<String> received = new CopyOnWriteArrayList<>();
    final HttpClient client = HttpClient.newHttpClient();
    final ExecutorService threads = Executors.newCachedThreadPool();
    Misbehavior calls = (exchange, call) -> json(exchange, result(call.path("id"), "done"));
    /** Answers requests that are none of the above; the usual answer is played after null. */
    volatile @Nullable Misbehavior otherwise;
    /** Answers requests for the list of tools; the usual list is played after null. */
    volatile @Nullable Misbehavior lists;

    volatile String description = "d";
    volatile int listStatus = 200;
    final List<CallRecord> records = new CopyOnWriteArrayList<>();
    /** The session that the server gives, and that clients use. */
    volatile String session = "s";

    final List<String> ends = new CopyOnWriteArrayList<>();
    HttpServer server;
    HttpGateway gateway;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/mcp", this::serve);
        server.start();
        gateway = HttpGateway.start(0, address(), tools());
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/mcp");
    }

    /** Returns the policy file. */
    String policy() {
        return POLICY;
    }

    /** Returns the header that tells clients apart. */
    Optional<String> clientHeader() {
        return Optional.empty();
    }

    /** Returns the engine's other settings. */
    PolicyEngineBuilder settings(PolicyEngineBuilder builder) {
        return builder;
    }

    GatewayTools tools() throws IOException {
        HostTools tools = HostPolicies.of(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", policy())
                        .unknownTools(Severity.WARNING))
                .engine(builder -> settings(builder.sessions(sessions))
                        .onCall(records::add)
                        .onCall(each -> ends.add(each.success().toString())))
                .start(List.of());
        return new GatewayTools(
                tools, Pins.read(folder.resolve("pins.json"), Set.of()), false, clientHeader(), received::add);
    }

    @AfterEach
    void stop() {
        gateway.close();
        server.stop(0);
        threads.shutdownNow();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (exchange.getRequestMethod().equals("GET")) {
                events(exchange, result(JSON.valueToTree(1), "old"), notification("a"));
                return;
            }
            JsonNode message = JSON.readTree(exchange.getRequestBody());
            switch (message.path("method").asText()) {
                case "tools/list" -> {
                    Misbehavior listing = lists;
                    if (listing != null) {
                        listing.answer(exchange, message);
                    } else if (listStatus == 200) {
                        list(exchange, message);
                    } else {
                        refuse(exchange, listStatus, LOST);
                    }
                }
                case "initialize" -> {
                    exchange.getResponseHeaders().set("Mcp-Session-Id", session);
                    json(exchange, result(message.path("id"), "hello"));
                }
                case "tools/call" -> {
                    received.add(message.path("params").toString());
                    calls.answer(exchange, message);
                }
                default -> {
                    received.add(exchange.getRequestHeaders().keySet().stream()
                                    .sorted()
                                    .toList() + " " + message);
                    Misbehavior other = otherwise;
                    if (other == null) {
                        json(exchange, result(message.path("id"), "ok"));
                    } else {
                        other.answer(exchange, message);
                    }
                }
            }
        }
    }

    private void list(HttpExchange exchange, JsonNode message) throws IOException {
        ObjectNode response = JSON.createObjectNode().put("jsonrpc", "2.0");
        response.set("id", message.path("id"));
        for (String name : List.of("read", "write", "drop", "send")) {
            ObjectNode tool = response.withObjectProperty("result")
                    .withArrayProperty("tools")
                    .addObject()
                    .put("name", name)
                    .put("description", description);
            tool.putObject("inputSchema")
                    .put("type", "object")
                    .putObject("properties")
                    .putObject("path")
                    .put("type", "string");
        }
        events(exchange, response);
    }

    static ObjectNode result(JsonNode id, String text) {
        ObjectNode result = Message.toolError(text);
        result.remove("isError");
        return Message.response(id, result);
    }

    static ObjectNode notification(String data) {
        return Message.notification(
                "notifications/message", JSON.createObjectNode().put("data", data));
    }

    static void json(HttpExchange exchange, ObjectNode message) throws IOException {
        byte[] body = message.toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
    }

    static void refuse(HttpExchange exchange, int status, String body) throws IOException {
        exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
        exchange.sendResponseHeaders(status, 0);
        exchange.getResponseBody().write(body.getBytes(StandardCharsets.ISO_8859_1));
    }

    static void events(HttpExchange exchange, ObjectNode... messages) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        for (ObjectNode message : messages) {
            exchange.getResponseBody().write(("id: 7\ndata: " + message + "\n\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(
                request.header("Accept", "application/json, text/event-stream").build(),
                HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> post(String message) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(gateway.uri())
                .header("Mcp-Session-Id", session)
                .POST(HttpRequest.BodyPublishers.ofString(message)));
    }

    void initialize() throws IOException, InterruptedException {
        send(HttpRequest.newBuilder(gateway.uri())
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{}}")));
    }

    String call(String tool, String path) throws IOException, InterruptedException {
        HttpResponse<String> response = send(tool, path);
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }

    HttpResponse<String> send(String tool, String path) throws IOException, InterruptedException {
        ObjectNode params = JSON.createObjectNode().put("name", tool);
        params.putObject("arguments").put("path", path);
        return post(Message.request("c", "tools/call", params).toString());
    }

    static String text(String body) throws IOException {
        return JSON.readTree(body).at("/result/content/0/text").asText();
    }
}
