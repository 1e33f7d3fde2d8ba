package dev.toolpolicy.agents.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Streams over HTTP that break on either side of a gateway, and are resumed. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ResumedStreamsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String POLICY = """
        [tools.read.policy]
        run = "allow"

        [tools.write.policy]
        run = [{ mode = "allow" }]
        requires = [{ tools = ["read"], key = "/path" }]
        """;

    @TempDir
    Path folder;

    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private final HttpClient client = HttpClient.newHttpClient();
    private StreamingServer server;
    private HttpGateway gateway;

    @BeforeEach
    void start() throws IOException {
        server = new StreamingServer();
        GatewayTools tools = new GatewayTools(
                HostPolicies.of(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", POLICY)
                                .unknownTools(Severity.WARNING))
                        .start(List.of()),
                Pins.read(folder.resolve("pins.json"), Set.of()),
                false,
                log::add);
        gateway = HttpGateway.start(0, server.uri(), tools, log::add);
    }

    @AfterEach
    void stop() {
        gateway.close();
        server.close();
    }

    /** A connection of a client, and what it has seen in it. */
    private final class Connection implements AutoCloseable {
        private final HttpResponse<InputStream> response;
        private final EventStream events;
        private String last = "";

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

    private HttpRequest.Builder request(String session) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(gateway.uri()).header("Mcp-Protocol-Version", "2025-11-25");
        return session.isEmpty() ? request : request.header("Mcp-Session-Id", session);
    }

    private static HttpRequest.BodyPublisher body(Object id, String method, ObjectNode params) {
        ObjectNode message = Message.notification(method, params);
        message.set("id", JSON.valueToTree(id));
        return HttpRequest.BodyPublishers.ofString(message.toString());
    }

    private String session() throws IOException, InterruptedException {
        try (Connection connection = new Connection(request("").POST(body(0, "initialize", JSON.createObjectNode())))) {
            return connection.response.headers().firstValue("Mcp-Session-Id").orElseThrow();
        }
    }

    private Connection call(String session, int id, String tool, String path) throws IOException, InterruptedException {
        ObjectNode params = JSON.createObjectNode().put("name", tool);
        params.putObject("arguments").put("path", path);
        return new Connection(request(session).POST(body(id, "tools/call", params)));
    }

    private Connection again(String session, String last) throws IOException, InterruptedException {
        return new Connection(request(session).header("Last-Event-ID", last).GET());
    }

    private static List<String> messages(int count, String... last) {
        List<String> all = new ArrayList<>();
        IntStream.range(0, count).forEach(n -> all.add(StreamingServer.notification("n" + n)));
        all.addAll(List.of(last));
        return all;
    }

    private static List<String> rest(Connection connection) throws IOException, WireException {
        List<String> all = new ArrayList<>();
        for (String data = connection.next(); data != null; data = connection.next()) {
            if (!data.isEmpty()) {
                all.add(data);
            }
        }
        return all;
    }

    /** Both sides lose their connections, at random events: each message arrives once, and no call runs twice. */
    @Test
    void nothingIsLostAndNothingRunsTwice() throws Exception {
        String session = session();
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            int count = random.nextInt(12);
            server.script = call -> messages(count, StreamingServer.result(call, "done"));
            Random breaks = new Random(seed);
            server.breaks = n -> breaks.nextInt(3) == 0;
            List<String> seen = new ArrayList<>();
            Connection connection = call(session, seed, "read", "seed" + seed);
            for (; ; ) {
                String data = connection.next();
                if (data == null) {
                    break;
                }
                if (!data.isEmpty()) {
                    seen.add(data);
                }
                if (random.nextInt(3) == 0) {
                    connection.close();
                    connection = again(session, connection.last);
                }
            }
            connection.close();

            assertThat(seen).as("seed %s", seed).hasSize(count + 1);
            assertThat(seen.subList(0, count)).as("seed %s", seed).isEqualTo(messages(count));
            assertThat(seen.get(count)).as("seed %s", seed).contains("done", "\"id\":" + seed + ",");
        }
        assertThat(server.ran).hasSize(40).doesNotHaveDuplicates();
        assertThat(server.asked)
                .as("the server's streams were resumed")
                .hasSizeGreaterThan(40)
                .doesNotContain("");
    }

    @Test
    void aCallWhoseAnswerIsResumedSatisfiesARequirement() throws Exception {
        String session = session();
        server.script = call -> messages(1, StreamingServer.result(call, "done"));
        server.breaks = n -> n == 0;
        try (Connection first = call(session, 1, "read", "a")) {
            assertThat(rest(first)).hasSize(2).last().asString().contains("done");
        }
        try (Connection second = call(session, 2, "write", "a")) {
            assertThat(rest(second)).last().asString().contains("done");
        }
        assertThat(server.asked).containsExactly("s1-0", "s2-0");
    }

    @Test
    void anAnswerToAnotherRequestDoesNotPassAfterTheBreak() throws Exception {
        String session = session();
        server.breaks = n -> n == 0;
        server.script = call -> messages(
                1,
                StreamingServer.result(JSON.createObjectNode().put("id", 77), "another's"),
                StreamingServer.result(call, "first"),
                StreamingServer.result(call, "second"));
        try (Connection connection = call(session, 1, "read", "a")) {
            assertThat(rest(connection)).hasSize(2).last().asString().contains("first");
        }
    }

    /** Some servers give each event the session's id, or the same one, and send nothing behind it. */
    @Test
    void idsThatTellNoPlaceResumeNothing() throws Exception {
        String session = session();
        for (String prefix :
                List.of("id: " + session + "\nx", "id: é", "id: " + "x".repeat(2_000), "id:\nx", "id: a b")) {
            server.prefix = prefix.replace("\nx", "\n:");
            server.breaks = n -> n == 0;
            server.script = call -> messages(1, StreamingServer.result(call, "done"));
            try (Connection connection = call(session, 1, "read", "a")) {
                assertThat(rest(connection)).last().asString().contains("before it answered");
            }
        }
        server.prefix = "id: same\n:";
        server.breaks = n -> n == 1;
        server.script = call -> messages(2, StreamingServer.result(call, "done"));
        try (Connection connection = call(session, 1, "read", "a")) {
            assertThat(rest(connection)).last().asString().contains("before it answered");
        }
        assertThat(server.asked).isEmpty();
    }

    @Test
    void aServerThatRefusesToResumeLeavesTheCallUnknown() throws Exception {
        String session = session();
        server.script = call -> messages(1, StreamingServer.result(call, "done"));
        server.breaks = n -> n == 0;
        server.status = 405;
        try (Connection connection = call(session, 1, "read", "a")) {
            assertThat(rest(connection)).last().asString().contains("before it answered");
        }
        try (Connection connection = call(session, 2, "write", "a")) {
            assertThat(rest(connection)).last().asString().contains("read");
        }
        assertThat(server.ran).hasSize(1);
        assertThat(server.asked).hasSize(1);
    }

    @Test
    void aServerThatIsGoneForAMomentIsTriedAgain() throws Exception {
        String session = session();
        server.script = call -> messages(1, StreamingServer.result(call, "done"));
        server.breaks = n -> n == 0;
        server.status = 503;
        try (Connection connection = call(session, 1, "read", "a")) {
            assertThat(connection.next()).isEmpty();
            assertThat(connection.next()).contains("n0");
            while (server.asked.size() < 2) {
                Thread.onSpinWait();
            }
            server.status = 200;
            assertThat(rest(connection)).last().asString().contains("done");
        }
        assertThat(server.ran).hasSize(1);
    }

    @Test
    void aCancelledCallIsNotResumed() throws Exception {
        String session = session();
        server.script = call -> messages(1, StreamingServer.result(call, "done"));
        server.breaks = n -> n == 0;
        server.status = 503;
        try (Connection connection = call(session, 1, "read", "a")) {
            connection.next();
            connection.next();
            while (server.asked.isEmpty()) {
                Thread.onSpinWait();
            }
            String cancelled = Message.notification(
                            "notifications/cancelled", JSON.createObjectNode().put("requestId", 1))
                    .toString();
            new Connection(request(session).POST(HttpRequest.BodyPublishers.ofString(cancelled))).close();
            server.status = 200;
            assertThat(rest(connection)).last().asString().contains("before it answered");
        }
    }

    @Test
    void anotherSessionGetsNothing() throws Exception {
        String session = session();
        String other = session();
        server.script = call -> messages(1, StreamingServer.result(call, "done"));
        try (Connection connection = call(session, 1, "read", "a")) {
            connection.next();
            String first = connection.last;
            assertThat(rest(connection)).hasSize(2);
            for (String wrong : List.of(first + "0", first.substring(1), "", "s1-0", "\u00e9")) {
                try (Connection missed = again(session, wrong)) {
                    assertThat(missed.response.statusCode()).as(wrong).isEqualTo(wrong.equals(first + "0") ? 200 : 410);
                    assertThat(rest(missed)).as(wrong).noneMatch(each -> each.contains("done"));
                }
            }
            try (Connection missed = again(other, first)) {
                assertThat(missed.response.statusCode()).isEqualTo(410);
            }
            try (Connection missed = again("stolen", first)) {
                assertThat(rest(missed)).isEmpty();
            }
            try (Connection missed = again(session, first)) {
                assertThat(rest(missed)).hasSize(2).last().asString().contains("done");
            }
        }
        assertThat(server.asked).as("no id of the client went to the server").containsOnly("");
    }

    /** Of two that resume at once, the later one gets what comes. */
    @Test
    void oneConnectionReadsAStream() throws Exception {
        String session = session();
        server.script = call -> {
            List<String> events = messages(2, StreamingServer.result(call, "done"));
            return events;
        };
        server.breaks = n -> {
            while (n == 0 && server.asked.size() < 100) {
                Thread.onSpinWait(); // until the test goes on
            }
            return false;
        };
        Connection first = call(session, 1, "read", "a");
        first.next();
        first.next();
        Connection second = again(session, first.last);
        Connection third = again(session, first.last);
        assertThat(rest(second)).isEmpty();
        for (int i = 0; i < 100; i++) {
            server.asked.add("go");
        }
        assertThat(rest(third)).hasSize(2).last().asString().contains("done");
        assertThat(rest(first)).isEmpty();
        assertThat(server.ran).hasSize(1);
    }

    @Test
    void whatIsNotKeptAnyMoreIsAnErrorOfItsOwn() throws Exception {
        String session = session();
        server.script = call -> messages(1_100, StreamingServer.result(call, "done"));
        Connection connection = call(session, 1, "read", "a");
        connection.next();
        String first = connection.last;
        assertThat(rest(connection)).as("while the client reads, none is lost").hasSize(1_101);
        try (Connection missed = again(session, first)) {
            assertThat(rest(missed)).singleElement().asString().contains("\"id\":1,", "keeps the last 1,000");
        }
        try (Connection missed = again(session, connection.last)) {
            assertThat(rest(missed)).isEmpty();
        }
        assertThat(server.ran).hasSize(1);
    }

    @Test
    void anEndedSessionKeepsNothing() throws Exception {
        String session = session();
        try (Connection connection = call(session, 1, "read", "a")) {
            connection.next();
            String first = connection.last;
            rest(connection);
            server.posts = 401;
            try (Connection missed = again(session, first)) {
                assertThat(missed.response.statusCode())
                        .as("the server doesn't know the client")
                        .isEqualTo(401);
                assertThat(rest(missed)).isEmpty();
            }
            server.posts = 200;
            new Connection(request(session).DELETE()).close();
            try (Connection missed = again(session, first)) {
                assertThat(missed.response.statusCode()).isEqualTo(410);
            }
        }
    }

    /** Messages outside of requests: both sides break, and each message arrives once. */
    @Test
    void messagesOutsideOfRequestsAreResumed() throws Exception {
        String session = session();
        server.outside = new StreamingServer.Stream("outside", messages(4));
        server.breaks = n -> n == 1;
        Connection first = new Connection(request(session).GET());
        assertThat(first.next()).isEmpty();
        assertThat(first.next()).contains("n0");
        first.close();
        List<String> seen = new ArrayList<>();
        try (Connection second = again(session, first.last)) {
            while (seen.size() < 3) {
                seen.add(second.next());
                seen.remove("");
            }
        }
        assertThat(seen).isEqualTo(messages(4).subList(1, 4));
        assertThat(server.asked.subList(0, 2)).containsExactly("", "outside-1");
    }

    @Test
    void theAnswerToAnyRequestIsResumedAndCountsOnce() throws Exception {
        String session = session();
        server.script =
                call -> messages(1, StreamingServer.result(call, "first"), StreamingServer.result(call, "second"));
        server.breaks = n -> n != 1;
        ObjectNode params = JSON.createObjectNode().put("uri", "notes/a");
        try (Connection connection = new Connection(request(session).POST(body(5, "resources/read", params)))) {
            connection.next();
            String first = connection.last;
            assertThat(rest(connection)).hasSize(2).last().asString().contains("first");
            try (Connection missed = again(session, first)) {
                assertThat(rest(missed)).hasSize(2).last().asString().contains("first");
            }
        }
        assertThat(server.asked).containsExactly("s1-0");
    }

    /** Clients of older versions can't take an event without a message, so their place begins with the first one. */
    @Test
    void anOlderClientGetsNoEventWithoutAMessage() throws Exception {
        String session = session();
        server.script = call -> messages(1, StreamingServer.result(call, "done"));
        ObjectNode params = JSON.createObjectNode().put("name", "read");
        params.putObject("arguments").put("path", "a");
        HttpRequest.Builder older = HttpRequest.newBuilder(gateway.uri())
                .header("Mcp-Protocol-Version", "2025-06-18")
                .header("Mcp-Session-Id", session);
        try (Connection connection = new Connection(older.POST(body(1, "tools/call", params)))) {
            assertThat(connection.next()).contains("n0");
            try (Connection missed = again(session, connection.last)) {
                assertThat(rest(missed)).singleElement().asString().contains("done");
            }
        }
    }

    /** Many servers have one such stream for a session, so the gateway leaves one that its client has left. */
    @Test
    void aStreamOutsideOfRequestsEndsWithItsClientAndGoesOnBehindTheLastMessage() throws Exception {
        String session = session();
        server.outside = new StreamingServer.Stream("outside", messages(60));
        server.outside.ready = 1;
        Connection first = new Connection(request(session).GET());
        first.next();
        first.next();
        first.close();
        while (server.left == 0) {
            server.outside.ready++;
            Thread.sleep(20);
        }
        server.outside.ready = 60;
        try (Connection second = again(session, first.last)) {
            for (int i = 1; i < 60; i++) {
                String next = second.next();
                assertThat(next.isEmpty() ? second.next() : next).contains("n" + i + "\"");
            }
        }
        assertThat(server.asked.get(1)).startsWith("outside-");

        server.status = 404; // where the server doesn't resume it, there is a new one
        server.asked.clear();
        try (Connection third = again(session, first.last)) {
            assertThat(third.response.statusCode()).isEqualTo(200);
            rest(third);
        }
        assertThat(server.asked).contains("").anyMatch(each -> each.startsWith("outside-"));
    }
}
