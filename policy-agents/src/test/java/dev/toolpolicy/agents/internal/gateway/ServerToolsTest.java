package dev.toolpolicy.agents.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.toolpolicy.config.host.HostTool;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers of all kinds that are asked for their tools, on standard input and over HTTP. */
@Timeout(280)
final class ServerToolsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LONG = Duration.ofMinutes(4);
    private static final Duration BRIEF = Duration.ofSeconds(1);
    private static final String OLDER = "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{}}";

    /** The body of a loop over the lines of a client, in a shell: sets the id and the answer of a request. */
    private static final String LOOP = """
        while read -r line; do
          id=$(printf '%s' "$line" | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')
          case $line in
          CASES
          *) continue ;;
          esac
          echo '{"jsonrpc":"2.0","id":"'"$id"'",'"$answer"'}'
        done
        """;

    @TempDir
    Path folder;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<String> received = new CopyOnWriteArrayList<>();
    private HttpServer server;
    /** The answer over HTTP to a request. */
    private Answering answering = (exchange, message) -> send(exchange, 200, "<html>hello</html>");

    private interface Answering {
        void answer(HttpExchange exchange, JsonNode message) throws IOException;
    }

    @BeforeEach
    void start() throws IOException {
        assumeTrue(File.separatorChar == '/', "there is no sh");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/mcp", exchange -> {
            try (exchange) {
                byte[] body = exchange.getRequestBody().readAllBytes();
                JsonNode message = body.length == 0 ? JSON.createObjectNode() : JSON.readTree(body);
                received.add(exchange.getRequestMethod() + " "
                        + message.path("method").asText() + " "
                        + exchange.getRequestHeaders().getFirst("Mcp-Session-Id") + " "
                        + exchange.getRequestHeaders().getFirst("Mcp-Protocol-Version") + " "
                        + exchange.getRequestHeaders().getFirst("Mcp-Method"));
                answering.answer(exchange, message);
            }
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private static void result(HttpExchange exchange, JsonNode message, String result) throws IOException {
        send(
                exchange,
                200,
                Message.response(message.path("id"), JSON.readTree(result)).toString());
    }

    private ServerTools asked(Duration limit) throws IOException {
        return ServerTools.ofUrl(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/mcp"), limit);
    }

    private ServerTools asked(String cases, Duration limit) throws IOException {
        Path script = Files.writeString(folder.resolve("server.sh"), LOOP.replace("CASES", cases));
        return ServerTools.ofCommand(List.of("sh", script.toString()), Set.of("HOME"), limit);
    }

    private static List<String> names(ServerTools asked) {
        return asked.tools().stream().map(HostTool::name).toList();
    }

    @Test
    void aServerWithoutInitializeIsAskedOnStandardInput() throws IOException {
        String refusal = "\"error\":{\"code\":-32601,\"message\":\"what?\"}";
        ServerTools tools = asked("""
            *'"initialize"'*) answer='REFUSAL' ;;
            *2026-07-28*'"cursor":"b"'*) answer='"result":{"resultType":"complete","tools":[{"name":"two"}]}' ;;
            *2026-07-28*) answer='"result":{"resultType":"complete","tools":[{"name":"one"}],"nextCursor":"b"}' ;;
            """.replace("REFUSAL", refusal), LONG);
        assertThat(names(tools)).containsExactly("one", "two");
    }

    @Test
    void aServerWithoutInitializeIsAskedOverHttp() throws IOException {
        answering = (exchange, message) -> {
            if (message.path("method").asText().equals("initialize")) {
                send(exchange, 400, "no version");
            } else {
                result(exchange, message, "{\"tools\":[{\"name\":\"one\"}]}");
            }
        };
        assertThat(names(asked(LONG))).containsExactly("one");
        assertThat(received)
                .containsExactly("POST initialize null null null", "POST tools/list null 2026-07-28 tools/list");
    }

    @Test
    void anOlderServerHasASession() throws IOException {
        answering = (exchange, message) -> {
            switch (message.path("method").asText()) {
                case "initialize" -> {
                    exchange.getResponseHeaders().set("Mcp-Session-Id", "s1");
                    result(exchange, message, OLDER);
                }
                case "tools/list" -> result(exchange, message, "{\"tools\":[{\"name\":\"one\"}]}");
                default -> send(exchange, 202, "");
            }
        };
        assertThat(names(asked(LONG))).containsExactly("one");
        assertThat(received)
                .containsExactly(
                        "POST initialize null null null",
                        "POST notifications/initialized s1 2025-06-18 null",
                        "POST tools/list s1 2025-06-18 null");
    }

    @Test
    void toolsAreTakenUpAsByTheGateway() throws IOException {
        ObjectNode list = JSON.createObjectNode();
        for (String tool : List.of(
                "{\"name\":\"twice\",\"description\":\"a\"}",
                "{\"name\":\"same\"}",
                "{\"name\":\"marked\"}",
                "{\"name\":\"marked\",\"inputSchema\":{\"properties\":{\"a\":{\"x-mcp-header\":\"a b\"}}}}",
                "{\"name\":\"marked\"}",
                "{\"name\":\"twice\",\"description\":\"b\"}",
                "{\"name\":\"same\"}",
                "{\"name\":\"cases\",\"inputSchema\":{},\"InputSchema\":{}}",
                "{\"description\":\"no name\"}")) {
            list.withArrayProperty("tools").add(JSON.readTree(tool));
        }
        for (int i = 0; i < 2_000; i++) {
            list.withArrayProperty("tools").addObject().put("name", "t" + i);
        }
        answering = (exchange, message) -> result(
                exchange, message, message.path("method").asText().equals("initialize") ? OLDER : list.toString());
        ServerTools tools = asked(LONG);
        assertThat(names(tools)).hasSize(1_998).startsWith("same", "t0").endsWith("t1996");
        assertThat(tools.problems())
                .containsExactly(
                        "tool \"marked\" is disabled: its schema has an x-mcp-header that can't be a header, or two"
                                + " with one name",
                        "tool \"twice\" is disabled: the server lists it twice",
                        "the server has more than 2000 tools; the further ones can't be called");
    }

    @Test
    void theServerGetsNoSecretsAndAnAnswerToItsRequests() throws IOException {
        ServerTools tools = asked("""
            *'"initialize"'*) echo '{"jsonrpc":"2.0","id":1,"method":"ping"}'
              echo '{"jsonrpc":"2.0","id":2,"method":"roots/list"}'
              read -r ping; read -r roots
              answer='"result":{"protocolVersion":"2025-11-25"}' ;;
            *tools/list*) answer='"result":{"tools":[{"name":"'"${HOME-none}"'"},
            {"name":"p'"$(printf '%s' "$ping" | tr -dc a-z)"'"},{"name":"r'"$(printf '%s' "$roots" | tr -dc a-z)"'"}]}'
              answer=$(printf '%s' "$answer" | tr '\\n' ' ') ;;
            """, LONG);
        assertThat(names(tools))
                .containsExactly(
                        "none",
                        "pjsonrpciderrorcodemessagethisclientonlyliststools",
                        "rjsonrpciderrorcodemessagethisclientonlyliststools");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "exit 3|no answer to initialize; it has ended",
                "echo no key >&2; exit 3|no answer to initialize; it has ended; it said: no key",
                "printf 'a\\n\\n\\377b\\n\\n' >&2; exec sleep 60|no answer within 1 seconds; it said: \uFFFDb",
                "exec sleep 60|no answer within 1 seconds",
                "echo hello; exec sleep 60|no answer within 1 seconds; a message of the server was dropped: the"
                        + " message is not JSON",
                "printf '\\377\\n'; sleep 60|no answer to initialize; a message is not UTF-8; it has ended",
            })
    void aServerThatDoesNotAnswerIsReported(String line, String message) {
        assertThatThrownBy(() -> ServerTools.ofCommand(List.of("sh", "-c", line), Set.of(), BRIEF))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(message);
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"error\":{\"code\":1,\"message\":\"no key\"}|initialize is refused: no key",
                "\"result\":{\"protocolVersion\":\"1999-01-01\"}|the answer to initialize is not what the protocol"
                        + " says: version 1999-01-01",
            })
    void aServerThatRefusesBothKindsOfVersionsIsReported(String opened, String reason) {
        String error =
                "\"error\":{\"code\":-32022,\"message\":\"Unsupported\",\"data\":{\"supported\":[\"2027-01-01\"]}}";
        assertThatThrownBy(
                        () -> asked("*initialize*) answer='" + opened + "' ;;\n*) answer='" + error + "' ;;\n", LONG))
                .hasMessage("tools/list is refused: Unsupported, supported:" + " [\"2027-01-01\"]; " + reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"resultType\":\"input_required\",\"inputRequests\":{}}|the server wants input before it answers"
                        + " tools/list",
                "{}|the answer to tools/list is not what the protocol says",
                "{\"tools\":{}}|the answer to tools/list is not what the protocol says",
                "{\"tools\":[],\"nextCursor\":\"x\"}|the server's list of tools doesn't end",
            })
    void aServerThatAnswersOtherwiseIsReported(String list, String reason) {
        answering = (exchange, message) ->
                result(exchange, message, message.path("method").asText().equals("initialize") ? OLDER : list);
        assertThatThrownBy(() -> asked(LONG)).hasMessage("" + reason);
        assertThat(received).hasSizeLessThan(1_010);
    }

    @Test
    void whatAServerOverHttpDoesWrongIsReported() throws IOException {
        assertThatThrownBy(() -> asked(LONG))
                .hasMessageStartingWith(
                        "no answer to initialize; a message of the server" + " was dropped: the message is not JSON");
        answering = (exchange, message) -> send(exchange, 401, "");
        assertThatThrownBy(() -> asked(LONG))
                .hasMessage("tools/list is refused: the MCP server answered with status"
                        + " 401; initialize is refused: the MCP server answered with status 401");
        answering = (exchange, message) -> hang();
        assertThatThrownBy(() -> asked(BRIEF)).hasMessage("no answer within 1 seconds");
        answering = (exchange, message) -> {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(": begins\n\n".getBytes(StandardCharsets.US_ASCII));
            exchange.getResponseBody().flush();
            hang();
        };
        assertThatThrownBy(() -> asked(BRIEF)).hasMessage("no answer within 1 seconds");
        server.stop(0);
        assertThatThrownBy(() -> asked(LONG)).hasMessageStartingWith("");
        assertThatThrownBy(() -> ServerTools.ofUrl(URI.create("http:///mcp"), LONG))
                .hasMessageStartingWith("");
    }

    private static void hang() {
        try {
            Thread.sleep(60_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
