package dev.toolpolicy.agents.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients and servers of the protocol's version 2026-07-28, over HTTP. */
final class StatelessHttpTest extends PlayedHttpGateway {
    private static final String META = "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";
    private static final String SCHEMA = """
        {"type": "object", "properties": {
          "path": {"type": "string", "x-mcp-header": "Path"},
          "count": {"type": "integer", "x-mcp-header": "Count"},
          "in": {"type": "object", "properties": {"dry": {"type": "boolean", "x-mcp-header": "Dry"}}}}}
        """;

    private volatile String schema = SCHEMA;
    private final List<Map<String, String>> headers = new ArrayList<>();
    private final List<String> lists = new ArrayList<>();

    @Override
    Optional<String> clientHeader() {
        return Optional.of("X-User");
    }

    @BeforeEach
    void serve() {
        super.lists = (exchange, message) -> {
            lists.add(exchange.getRequestHeaders().getFirst("Mcp-Method") + " "
                    + message.path("params").path("_meta"));
            ObjectNode result = JSON.createObjectNode().put("resultType", "complete");
            for (String name : List.of("read", "write", "send")) {
                ObjectNode tool = result.withArrayProperty("tools").addObject().put("name", name);
                tool.put("description", "d").set("inputSchema", JSON.readTree(schema));
            }
            json(exchange, Message.response(message.path("id"), result));
        };
        calls = (exchange, call) -> {
            Map<String, String> mcp = new TreeMap<>();
            exchange.getRequestHeaders().forEach((name, values) -> {
                if (name.startsWith("Mcp-")) {
                    mcp.put(name, String.join(",", values));
                }
            });
            headers.add(mcp);
            json(exchange, result(call.path("id"), "done"));
        };
    }

    private HttpResponse<String> call(String tool, String arguments, String user, String... more)
            throws IOException, InterruptedException {
        String message = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                + "\",\"arguments\":" + arguments + ",\"_meta\":" + META + "}}";
        HttpRequest.Builder request = HttpRequest.newBuilder(gateway.uri())
                .header("X-User", user)
                .POST(HttpRequest.BodyPublishers.ofString(message));
        return send(more.length == 0 ? request : request.headers(more));
    }

    @Test
    void theHeadersAreThoseOfTheJudgedMessage() throws IOException, InterruptedException {
        String arguments = "{\"path\":\"a\\nb\",\"count\":42.0,\"in\":{\"dry\":true}}";
        HttpResponse<String> response =
                call("read", arguments, "ann", "Mcp-Session-Id", "s", "Mcp-Param-Other", "x", "Last-Event-ID", "7-1");
        assertThat(text(response.body())).isEqualTo("done");
        assertThat(lists).containsExactly("tools/list " + META);
        assertThat(headers)
                .containsExactly(Map.of(
                        "Mcp-protocol-version", "2026-07-28",
                        "Mcp-method", "tools/call",
                        "Mcp-name", "read",
                        "Mcp-param-path", "=?base64?YQpi?=",
                        "Mcp-param-count", "42",
                        "Mcp-param-dry", "true"));
    }

    @ParameterizedTest
    @CsvSource({
        "Mcp-Method, tools/list",
        "Mcp-Name, write",
        "mcp-name, Read",
        "MCP-Protocol-Version, 2025-11-25",
        "Mcp-Param-Path, b",
        "Mcp-Param-Path, =?base64?Yg==?=",
        "Mcp-Param-Path, =?base64?YQ?",
        "mcp-param-count, 8"
    })
    void aHeaderThatSaysSomethingElseIsRefused(String name, String value) throws IOException, InterruptedException {
        assertThat(call("read", "{\"path\":\"a\"}", "ann").statusCode()).isEqualTo(200);
        records.clear();
        HttpResponse<String> response = call("read", "{\"path\":\"a\",\"count\":7}", "ann", name, value);
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(JSON.readTree(response.body()).at("/error/code").asInt()).isEqualTo(-32_020);
        assertThat(headers).hasSize(1);
        assertThat(records)
                .singleElement()
                .satisfies(record -> assertThat(record.tool()).isEqualTo("read"));
        assertThat(call("read", "{\"path\":\"a\",\"count\":7}", "ann", "Mcp-Name", "read", "Mcp-Name", "read")
                        .statusCode())
                .as("twice")
                .isEqualTo(400);
    }

    @Test
    void headersThatSayTheSamePass() throws IOException, InterruptedException {
        for (int i = 0; i < 2; i++) {
            HttpResponse<String> response = call(
                    "read",
                    "{\"path\":\"a\",\"count\":7}",
                    "ann",
                    "mcp-protocol-version",
                    "2026-07-28",
                    "Mcp-Method",
                    "tools/call",
                    "Mcp-Name",
                    "=?base64?cmVhZA==?=",
                    "mcp-param-path",
                    "=?base64?YQ==?=",
                    "Mcp-Param-Count",
                    "7");
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        }
        assertThat(headers).hasSize(2);
    }

    @Test
    void requirementsAndApprovalsAreOfTheClient() throws IOException, InterruptedException {
        assertThat(text(call("read", "{\"path\":\"a\"}", "ann").body())).isEqualTo("done");
        assertThat(text(call("write", "{\"path\":\"a\"}", "bob").body())).contains("read");
        assertThat(text(call("write", "{\"path\":\"a\"}", "ann").body())).isEqualTo("done");
        assertThat(text(call("send", "{\"path\":\"a\"}", "ann").body())).contains("waits for a person's approval");
        session = "s";
        initialize();
        HttpResponse<String> older = send("write", "a");
        assertThat(text(older.body())).as("a session of an older client").contains("read");
    }

    @Test
    void theServersRefusalOfAVersionPasses() throws IOException, InterruptedException {
        String error = "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32022,\"message\":\"m\",\"data\":"
                + "{\"supported\":[\"2025-11-25\"],\"requested\":\"2026-07-28\"}}}";
        otherwise = (exchange, message) -> refuse(exchange, 400, error);
        HttpResponse<String> response = send(HttpRequest.newBuilder(gateway.uri())
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\"," + "\"params\":{\"_meta\":"
                                + META + "}}")));
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(JSON.readTree(response.body())).isEqualTo(JSON.readTree(error));
        assertThat(received).singleElement().asString().contains("Mcp-method", "Mcp-protocol-version");
    }

    @Test
    void requestsForATaskNameIt() throws IOException, InterruptedException {
        for (String method : List.of("tasks/get", "tasks/update", "tasks/cancel")) {
            for (String task : List.of("t", "u")) {
                String message = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method
                        + "\",\"params\":{\"taskId\":\"t\",\"_meta\":" + META + "}}";
                HttpResponse<String> response = send(HttpRequest.newBuilder(gateway.uri())
                        .header("Mcp-Name", task)
                        .POST(HttpRequest.BodyPublishers.ofString(message)));
                assertThat(response.statusCode()).isEqualTo(task.equals("t") ? 200 : 400);
            }
        }
        assertThat(received).hasSize(3).allSatisfy(each -> assertThat(each).contains("Mcp-name"));
    }

    @Test
    void noNotificationOfATaskLetsTheServerAskTheModel() throws IOException, InterruptedException {
        String asks = "{\"inputRequests\":{\"a\":{\"method\":\"sampling/createMessage\"}}}";
        calls = (exchange, call) -> events(
                exchange,
                Message.notification("notifications/tasks", (ObjectNode) JSON.readTree(asks)),
                notification("passes"),
                result(call.path("id"), "done"));
        assertThat(call("read", "{\"path\":\"a\"}", "ann").body())
                .contains("passes", "done")
                .doesNotContain("sampling");
    }

    @ParameterizedTest
    @CsvSource({
        "Mcp-Param-Path, b",
        "Mcp-Param-Count, 8",
        "Mcp-Param-Count, 7e9999999",
        "Mcp-Param-Count, x",
        "Mcp-Param-In, x",
        "Mcp-Param-Dry, True"
    })
    void aFirstCallIsComparedToo(String name, String value) throws IOException, InterruptedException {
        schema = SCHEMA.replace("\"Dry\"", "\"In\"}, \"wet\": {\"type\": \"boolean\", \"x-mcp-header\": \"Dry\"");
        String arguments = "{\"path\":\"a\",\"count\":7.0,\"in\":{\"dry\":true,\"wet\":true}}";
        assertThat(call("read", arguments, "ann", name, value).statusCode()).isEqualTo(400);
        assertThat(headers).isEmpty();
        assertThat(records).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"7, 7.0", "7.0, 7", "7.0, 7.00", "70e-1, 7", "-7, -7"})
    void numbersAreComparedByValue(String number, String header) throws IOException, InterruptedException {
        assertThat(call("read", "{\"path\":\"a\",\"count\":" + number + "}", "ann", "Mcp-Param-Count", header)
                        .statusCode())
                .isEqualTo(200);
        assertThat(headers.get(0)).containsEntry("Mcp-param-count", number.startsWith("-") ? "-7" : "7");
    }

    /** A badly encoded header matches nothing, even if the message has exactly its characters or those of bad UTF-8. */
    @ParameterizedTest
    @CsvSource({"=?base64?/w==?=", "=?base64?*?=", "=?base64?YQ?b?="})
    void aHeaderThatIsEncodedBadlyIsRefused(String header) throws IOException, InterruptedException {
        for (String path : List.of(header, "\uFFFD", "a")) {
            assertThat(call("read", "{\"path\":\"" + path + "\"}", "ann", "Mcp-Param-Path", header)
                            .statusCode())
                    .as(path)
                    .isEqualTo(400);
        }
        assertThat(call("read", "{\"path\":\"=?base64?*?=\"}", "ann", "Mcp-Param-Path", "=?base64?PT9iYXNlNjQ/Kj89?=")
                        .statusCode())
                .isEqualTo(200);
    }

    /** The protocol lets such a tool's definition be rejected whole. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"Count\" | \"PATH\"",
                "\"Count\" | \"\"",
                "\"Count\" | \"a b\"",
                "\"Count\" | 7}, \"also\": {\"x-mcp-header\": true",
                "\"integer\" | \"number\"",
                "\"boolean\" | \"object\"",
                "\"properties\": {\"dry\" | \"items\": {\"dry\"",
            })
    void aToolWithHeadersThatCantBeIsDisabled(String part, String other) throws IOException, InterruptedException {
        schema = SCHEMA.replace(part, other);
        assertThat(schema).isNotEqualTo(SCHEMA);
        assertThat(text(call("read", "{\"path\":\"a\"}", "ann").body())).contains("disabled", "x-mcp-header");
        assertThat(headers).isEmpty();
    }

    @Test
    void aServersErrorInPlaceOfTheListIsARefusal() throws IOException, InterruptedException {
        super.lists = (exchange, message) ->
                json(exchange, Message.error(message.path("id"), Message.INVALID_REQUEST, "no key"));
        assertThat(call("read", "{\"path\":\"a\"}", "ann").statusCode()).isEqualTo(502);
        assertThat(received).anyMatch(line -> line.contains("no key"));
        assertThat(records).hasSize(1);
    }
}
