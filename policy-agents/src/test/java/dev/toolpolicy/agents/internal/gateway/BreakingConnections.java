package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.stream.internal.wire.EventStream;
import dev.toolpolicy.stream.internal.wire.StreamedEvent;
import dev.toolpolicy.stream.internal.wire.WireException;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A gateway over HTTP before a server whose streams break, and clients whose connections do. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class BreakingConnections {
    static final ObjectMapper JSON = new ObjectMapper();
    private static final String POLICY = """
        [tools.read.policy]
        run = "allow"

        [tools.write.policy]
        run = [{ mode = "allow" }]
        requires = [{ tools = ["read"], key = "/path" }]
        """;

    @TempDir
    Path folder;

    private final List<String> log = new CopyOnWriteArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();
    StreamingServer server;
    HttpGateway gateway;

    @BeforeEach
    void start() throws IOException {
        server = new StreamingServer();
        GatewayTools tools = new GatewayTools(
                HostPolicies.of(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", POLICY)
                                .unknownTools(Severity.WARNING))
                        .start(List.of()),
                Pins.read(folder.resolve("pins.json"), Set.of()),
                false,
                Optional.empty(),
                log::add);
        gateway = HttpGateway.start(0, server.uri(), tools);
    }

    @AfterEach
    void stop() {
        gateway.close();
        server.close();
    }

    /** A connection of a client, and what it has seen in it. */
    final class Connection implements AutoCloseable {
        final HttpResponse<InputStream> response;
        private final EventStream events;
        String last = "";

        Connection(HttpRequest.Builder request) throws IOException, InterruptedException {
            response = client.send(
                    request.header("Accept", "application/json, text/event-stream")
                            .build(),
                    HttpResponse.BodyHandlers.ofInputStream());
            events = new EventStream(response.body(), 1 << 20);
        }

        /** Returns the data of the next event; null at the end. */
        String next() throws IOException, WireException {
            Optional<StreamedEvent> event = events.next();
            last = event.flatMap(each -> each.field("id")).orElse(last);
            return event.map(StreamedEvent::data).orElse(null);
        }

        @Override
        public void close() throws IOException {
            response.body().close();
        }
    }

    HttpRequest.Builder request(String session) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(gateway.uri()).header("Mcp-Protocol-Version", "2025-11-25");
        return session.isEmpty() ? request : request.header("Mcp-Session-Id", session);
    }

    static HttpRequest.BodyPublisher body(Object id, String method, ObjectNode params) {
        ObjectNode message = Message.notification(method, params);
        message.set("id", JSON.valueToTree(id));
        return HttpRequest.BodyPublishers.ofString(message.toString());
    }

    String session() throws IOException, InterruptedException {
        try (Connection connection = new Connection(request("").POST(body(0, "initialize", JSON.createObjectNode())))) {
            return connection.response.headers().firstValue("Mcp-Session-Id").orElseThrow();
        }
    }

    Connection call(String session, int id, String tool, String path) throws IOException, InterruptedException {
        ObjectNode params = JSON.createObjectNode().put("name", tool);
        params.putObject("arguments").put("path", path);
        return new Connection(request(session).POST(body(id, "tools/call", params)));
    }

    Connection again(String session, String last) throws IOException, InterruptedException {
        return new Connection(request(session).header("Last-Event-ID", last).GET());
    }

    static List<String> messages(int count, String... last) {
        List<String> all = new ArrayList<>();
        IntStream.range(0, count).forEach(n -> all.add(StreamingServer.notification("n" + n)));
        all.addAll(List.of(last));
        return all;
    }

    static List<String> rest(Connection connection) throws IOException, WireException {
        List<String> all = new ArrayList<>();
        for (String data = connection.next(); data != null; data = connection.next()) {
            if (!data.isEmpty()) {
                all.add(data);
            }
        }
        return all;
    }
}
