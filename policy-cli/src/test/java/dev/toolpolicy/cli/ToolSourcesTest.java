package dev.toolpolicy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.toolpolicy.cli.Cli.Run;
import dev.toolpolicy.cli.internal.command.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tools from files of JSON Schema, from class paths and from MCP servers. */
class ToolSourcesTest {
    private static final String SCHEMA =
            "{\"type\": \"object\", \"properties\": {\"path\": {\"type\": \"string\", \"minLength\": 1}}}";

    @TempDir
    private Path folder;

    private Path policy;

    @BeforeEach
    void write() throws IOException {
        policy = Files.writeString(
                folder.resolve("policy.toml"),
                "[tools.fetch_it.policy]\n"
                        + "run = [{ arg = \"/path\", prefix = \"a\", mode = \"allow\" }, { mode = \"ask\" }]\n");
    }

    private Run check(String... options) {
        String[] arguments = new String[options.length + 2];
        arguments[0] = "check";
        arguments[1] = policy.toString();
        System.arraycopy(options, 0, arguments, 2, options.length);
        return Cli.run(arguments).without(folder);
    }

    private String tools(String text) throws IOException {
        return Files.writeString(folder.resolve("tools.json"), text).toString();
    }

    @Test
    void filesOfToolsMayNameTheirSchemasInThreeWays() throws IOException {
        for (String member : List.of("parameters", "inputSchema", "input_schema")) {
            String tool = "{\"name\": \"fetch_it\", \"" + member + "\": " + SCHEMA + "}";
            for (String text : List.of(
                    "[" + tool + "]",
                    "{\"tools\": [" + tool + "]}",
                    "[{\"type\": \"function\", \"function\": " + tool + "}]")) {
                Run run = check("--tools", tools(text));
                assertThat(run.code()).as(run.errors()).isEqualTo(ExitCode.FINE);
                assertThat(run.out())
                        .contains(
                                "note: left to the host: tool \"fetch_it\": /properties/path/minLength: \"minLength\":"
                                        + " 1 is not checked before a call runs");
            }
        }
        JsonNode json = check("--json", "--tools", tools("[{\"name\": \"fetch_it\", \"parameters\": " + SCHEMA + "}]"))
                .json();
        assertThat(json.path("left_to_host")).hasSize(1);
        assertThat(json.path("tools").findValuesAsText("name")).contains("fetch_it");
    }

    @Test
    void aFileThatIsNoneIsSaidToBe() throws IOException {
        assertThat(check("--tools", tools("{")).errors()).startsWith("tools.json:1:2: not a file of tools");
        assertThat(check("--tools", tools("1")).errors()).startsWith("tools.json: not a file of tools");
        assertThat(check("--tools", tools("[{}]")).errors()).isEqualTo("tools.json: tool 1 has no name\n");
        assertThat(check("--tools", tools("[{\"name\": \"a\", \"parameters\": {}, \"inputSchema\": {}}]"))
                        .errors())
                .isEqualTo("tools.json: tool 1 has both parameters and inputSchema\n");
        assertThat(check("--tools", tools("[{\"name\": \"a\"}, {\"name\": \"a\"}]"))
                        .errors())
                .isEqualTo("two tools are named \"a\"\n");
        Run missing = check("--tools", folder.resolve("none.json").toString());
        assertThat(missing.code()).isEqualTo(ExitCode.FAILED);
        assertThat(missing.errors()).isEqualTo("there is no file none.json\n");
    }

    @Test
    void aClassPathWithoutToolsIsAMistake() throws IOException {
        Run missing = check("--classpath", folder.resolve("none.jar").toString());
        assertThat(missing.code()).isEqualTo(ExitCode.FAILED);
        assertThat(missing.errors()).isEqualTo("--classpath: there is no file none.jar\n");
    }

    @Test
    void anMcpServerIsAskedForItsTools() throws IOException {
        Path server = Files.writeString(folder.resolve("server.sh"), """
            while read -r line; do
              id=$(printf '%s' "$line" | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')
              case $line in
                *'"initialize"'*) result='{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}' ;;
                *'"tools/list"'*) result='{"tools":[{"name":"fetch_it","inputSchema":SCHEMA}]}' ;;
                *) continue ;;
              esac
              echo '{"jsonrpc":"2.0","id":"'"$id"'","result":'"$result"'}'
            done
            """.replace("SCHEMA", SCHEMA));
        Run run = check("--mcp", "sh " + server, "--mcp-time", "20");
        assertThat(run.code()).as(run.errors()).isEqualTo(ExitCode.FINE);
        assertThat(run.out()).contains("fetch_it", "left to the host: tool \"fetch_it\": /properties/path/minLength");
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .isEmpty();

        Run ended = check("--mcp", "sh -c 'echo no key >&2; sleep 0.3'");
        assertThat(ended.code()).isEqualTo(ExitCode.FAILED);
        assertThat(ended.errors())
                .isEqualTo(
                        "the MCP server \"sh -c 'echo no key >&2; sleep 0.3'\" can't be asked for its tools: no answer"
                                + " to initialize; it has ended; it said: no key\n");
        assertThat(check("--mcp", "sh -c 'echo no home >&2; exit 3'").errors())
                .contains("it has ended; it said: no home");
    }

    @Test
    void aServerThatCantBeAskedIsTold() {
        Run none = check("--mcp", "no-such-program --x");
        assertThat(none.code()).isEqualTo(ExitCode.FAILED);
        assertThat(none.errors())
                .startsWith("the MCP server \"no-such-program --x\" can't be asked for its tools: ")
                .contains("\"no-such-program\"");
        assertThat(check("--mcp", " ").errors()).isEqualTo("--mcp needs a command or a URL\n");
        Run slow = check("--mcp", "sh -c 'sleep 60'", "--mcp-time", "1");
        assertThat(slow.code()).isEqualTo(ExitCode.FAILED);
        assertThat(slow.errors())
                .isEqualTo("the MCP server \"sh -c 'sleep 60'\" can't be asked for its tools: no answer within 1"
                        + " seconds\n");
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .isEmpty();
        assertThat(check("--mcp", "sh", "--mcp-time", "0").errors())
                .isEqualTo("--mcp-time needs a number from 1 to 3600, not 0\n");
    }

    @Test
    void aServerBehindAUrlIsAskedForItsTools() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        server.createContext("/mcp", ToolSourcesTest::answer);
        server.start();
        try {
            Run run = check("--mcp", "http://127.0.0.1:" + server.getAddress().getPort() + "/mcp", "--mcp-time", "20");
            assertThat(run.code()).as(run.errors()).isEqualTo(ExitCode.FINE);
            assertThat(run.out())
                    .contains("fetch_it", "left to the host: tool \"fetch_it\": /properties/path/minLength");
        } finally {
            server.stop(0);
        }
    }

    /** Answers as a server over Streamable HTTP does. */
    private static void answer(HttpExchange exchange) throws IOException {
        JsonNode request = new ObjectMapper().readTree(exchange.getRequestBody());
        String result = switch (request.path("method").asText()) {
            case "initialize" ->
                "{\"protocolVersion\": " + request.at("/params/protocolVersion")
                        + ", \"capabilities\": {\"tools\": {}}, \"serverInfo\": {\"name\": \"s\", \"version\": \"1\"}}";
            case "tools/list" -> "{\"tools\": [{\"name\": \"fetch_it\", \"inputSchema\": " + SCHEMA + "}]}";
            default -> "";
        };
        if (result.isEmpty()) {
            exchange.sendResponseHeaders(exchange.getRequestMethod().equals("POST") ? 202 : 405, -1);
        } else {
            byte[] body = ("{\"jsonrpc\": \"2.0\", \"id\": " + request.path("id") + ", \"result\": " + result + "}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }
}
