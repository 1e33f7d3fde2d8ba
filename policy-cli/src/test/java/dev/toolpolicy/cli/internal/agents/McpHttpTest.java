package dev.toolpolicy.cli.internal.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.toolpolicy.agents.internal.gateway.GatewaySettings;
import dev.toolpolicy.agents.internal.gateway.GatewayTools;
import dev.toolpolicy.agents.internal.gateway.HttpGateway;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A gateway over HTTP between the Java SDK's client and a server whose streams break. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class McpHttpTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    private final Random random = new Random(7);
    private final List<String> ran = new CopyOnWriteArrayList<>();
    private final List<List<String>> streams = new CopyOnWriteArrayList<>();

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String last = exchange.getRequestHeaders().getFirst("Last-Event-ID");
            if (!exchange.getRequestMethod().equals("POST")) {
                if (last == null) {
                    exchange.sendResponseHeaders(exchange.getRequestMethod().equals("GET") ? 405 : 200, -1);
                } else {
                    String[] place = last.split("-");
                    stream(exchange, Integer.parseInt(place[0]), Integer.parseInt(place[1]) + 1);
                }
                return;
            }
            JsonNode message = JSON.readTree(exchange.getRequestBody());
            String method = message.path("method").asText();
            if (!message.has("id")) {
                exchange.sendResponseHeaders(202, -1);
                return;
            }
            if (method.equals("initialize")) {
                exchange.getResponseHeaders().set("Mcp-Session-Id", "s");
            }
            List<String> events = new ArrayList<>();
            if (method.equals("tools/call")) {
                ran.add(message.at("/params/arguments/path").asText());
                for (int i = 0; i < 5; i++) {
                    events.add(
                            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\","
                                    + "\"data\":\"at work\"}}");
                }
            }
            ObjectNode response = JSON.createObjectNode().put("jsonrpc", "2.0");
            response.set("id", message.path("id"));
            response.set("result", result(method, message));
            events.add(response.toString());
            streams.add(events);
            stream(exchange, streams.size() - 1, 0);
        }
    }

    private static JsonNode result(String method, JsonNode message) throws IOException {
        return switch (method) {
            case "initialize" ->
                JSON.createObjectNode()
                        .put(
                                "protocolVersion",
                                message.at("/params/protocolVersion").asText())
                        .<ObjectNode>set("capabilities", JSON.readTree("{\"tools\":{},\"logging\":{}}"))
                        .set("serverInfo", JSON.readTree("{\"name\":\"played\",\"version\":\"1\"}"));
            case "tools/list" ->
                JSON.readTree("{\"tools\":[{\"name\":\"read\",\"inputSchema\":{\"type\":\"object\",\"properties\":"
                        + "{\"path\":{\"type\":\"string\"}}}}]}");
            case "tools/call" ->
                JSON.readTree("{\"content\":[{\"type\":\"text\",\"text\":\"content of "
                        + message.at("/params/arguments/path").asText() + "\"}]}");
            default -> JSON.createObjectNode();
        };
    }

    /** Sends a stream from an event on, and breaks it behind a random one. */
    private void stream(HttpExchange exchange, int stream, int from) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 1 << 30);
        List<String> events = streams.get(stream);
        for (int i = from; i < events.size(); i++) {
            String event = "id: " + stream + "-" + i + "\ndata: " + events.get(i) + "\n\n";
            exchange.getResponseBody().write(event.getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            if (random.nextInt(3) == 0) {
                return;
            }
        }
    }

    /** Returns the settings of a gateway without an approver. */
    static GatewaySettings settings(Path policy, Path folder, Optional<String> clientHeader) {
        return new GatewaySettings(
                List.of(policy),
                Optional.empty(),
                Set.of(),
                Optional.empty(),
                folder,
                false,
                false,
                clientHeader,
                Optional.empty());
    }

    @Test
    void theSdksClientGetsTheResultOfEachCallOnce() throws IOException {
        ExecutorService threads = Executors.newCachedThreadPool();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/mcp", this::serve);
        server.start();
        Path policy = Files.writeString(folder.resolve("tool-policy.toml"), "[tools.\"*\".policy]\nrun = \"allow\"\n");
        GatewaySettings settings = settings(policy, folder, Optional.empty());
        URI upstream = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/mcp");
        GatewayTools tools = GatewayTools.of(settings, Optional.empty(), Optional.empty(), line -> {});
        List<String> seen = new CopyOnWriteArrayList<>();
        try (HttpGateway gateway = HttpGateway.start(0, upstream, tools);
                McpSyncClient client = McpClient.sync(HttpClientStreamableHttpTransport.builder(
                                        "http://" + gateway.uri().getAuthority())
                                .jsonMapper(new JacksonMcpJsonMapper(JSON))
                                .build())
                        .requestTimeout(Duration.ofMinutes(2))
                        .initializationTimeout(Duration.ofMinutes(2))
                        .loggingConsumer(each -> seen.add(String.valueOf(each.data())))
                        .build()) {
            client.initialize();
            assertThat(client.listTools().tools()).extracting(Tool::name).containsExactly("read");
            for (int i = 0; i < 15; i++) {
                assertThat(client.callTool(CallToolRequest.builder("read")
                                        .arguments(Map.of("path", "f" + i))
                                        .build())
                                .content())
                        .singleElement()
                        .isInstanceOfSatisfying(
                                TextContent.class,
                                text -> assertThat(text.text()).startsWith("content of f"));
            }
        } finally {
            server.stop(0);
            threads.shutdownNow();
        }
        assertThat(ran).hasSize(15).doesNotHaveDuplicates();
        assertThat(seen).hasSize(15 * 5);
    }
}
