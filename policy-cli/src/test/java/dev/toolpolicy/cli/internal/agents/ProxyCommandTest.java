package dev.toolpolicy.cli.internal.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.agents.proxy.PolicyProxy;
import dev.toolpolicy.cli.Cli;
import dev.toolpolicy.cli.Cli.Run;
import dev.toolpolicy.cli.ToolPolicyMain;
import dev.toolpolicy.cli.internal.command.Console;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.cli.internal.command.UsageException;
import dev.toolpolicy.shared.BriefJava;
import dev.toolpolicy.shared.SharedData;
import dev.toolpolicy.test.replay.Replay;
import dev.toolpolicy.test.replay.ReplayServer;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** The proxy as people start it. */
class ProxyCommandTest {
    private static final String GOOD = """
        [tools.alpha]
        parameters.value = { type = "string", required = true }
        policy.run = "allow"
        """;

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private static String recorded() {
        return SharedData.text(
                "streams/sse/openai__rig__chat_tool_lifecycle_matrix__streaming_gpt41_parallel_agent__0.sse");
    }

    private PolicyProxy start(String... arguments) throws UsageException {
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        ProxyCommand command =
                new ProxyCommand(new Console(InputStream.nullInputStream(), stream, stream, () -> Ansi.OFF));
        new CommandLine(command).parseArgs(arguments);
        return command.start();
    }

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("policy.toml"), text).toString();
    }

    private static void assertFails(String message, String... arguments) {
        String[] typed = Stream.concat(Stream.of("proxy"), Stream.of(arguments)).toArray(String[]::new);
        Run run = Cli.run(typed);
        assertThat(run.code()).isEqualTo(ExitCode.FAILED);
        assertThat(run.errors()).contains(message);
    }

    @Test
    void invalidCommandLinesGetOneLine() throws IOException {
        String good = file(GOOD);
        assertFails("Missing required options: '--configuration=FILE', '--upstream=URL'");
        assertFails(
                "Unknown options: '--upstrem', 'x'",
                "--upstream",
                "http://localhost:1",
                "--configuration",
                good,
                "--upstrem",
                "x");
        assertFails("Missing required parameter for option '--port' (N)", "--port");
        assertFails("Invalid value for option '--port': 'x' is not an int", "--port", "x");
        assertFails(
                "--port needs a number from 0 to 65535, not 70000",
                "--upstream",
                "http://localhost:1",
                "--configuration",
                good,
                "--port",
                "70000");
        assertFails(
                "the upstream must be like https://api.example.com",
                "--upstream",
                "api.openai.com",
                "--configuration",
                good);
        assertFails(
                "--upstream needs an address, not \"http://a b\"", "--upstream", "http://a b", "--configuration", good);
        assertFails(
                "there is no file nowhere.toml", "--upstream", "http://localhost:1", "--configuration", "nowhere.toml");
        assertFails(
                "--host needs one of this machine's addresses",
                "--host",
                "no.such.host.invalid",
                "--upstream",
                "http://localhost:1",
                "--configuration",
                good);
    }

    @Test
    void configurationErrorsAreReportedWithTheirPlace() throws IOException {
        assertFails(
                "policy.toml:3:8: error: [toolpolicy/",
                "--upstream",
                "http://localhost:1",
                "--configuration",
                file(GOOD.replace("policy.run", "policy.rn")));
    }

    @Test
    void aPortThatIsTakenIsSaidToBe() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 0, InetAddress.getByName("127.0.0.1"))) {
            assertFails(
                    "can't listen on",
                    "--upstream",
                    "http://localhost:1",
                    "--configuration",
                    file(GOOD),
                    "--port",
                    "" + taken.getLocalPort());
        }
    }

    @Test
    void itServesAndTellsWhatItDoes() throws Exception {
        try (ReplayServer model = ReplayServer.start()) {
            try (PolicyProxy serving =
                    start("--upstream", model.uri().toString(), "--configuration", file(GOOD), "--port", "0")) {
                model.play(Replay.events(recorded()));
                HttpRequest request = HttpRequest.newBuilder(URI.create(serving.uri() + "/v1/chat/completions"))
                        .header("content-type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("{\"stream\":true}"))
                        .build();
                String body = HttpClient.newHttpClient()
                        .send(request, BodyHandlers.ofString())
                        .body();
                assertThat(body).contains("\"alpha\"", "The call of \\\"beta\\\" was removed");
                assertThat(out.toString(StandardCharsets.UTF_8))
                        .contains(
                                "listening on " + serving.uri() + ", for " + model.uri() + ", with ",
                                "proxy-1: tool call passed call=call_REDACTED_1 tool=alpha\n",
                                "proxy-1: tool call denied call=call_REDACTED_2 reason=");
            }
        }
    }

    @Test
    void eventsAreJsonForPrograms() throws Exception {
        String policy = file(GOOD);
        try (PolicyProxy serving =
                start("--upstream", "http://localhost:1", "--configuration", policy, "--port", "0", "--json")) {
            JsonNode line = new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
            assertThat(line.path("event").asText()).startsWith("listening on " + serving.uri());
        }
    }

    @Test
    void eachCallHasALineInTheAuditFile() throws Exception {
        Path audit = folder.resolve("audit.jsonl");
        try (ReplayServer model = ReplayServer.start()) {
            try (PolicyProxy serving = start(
                    "--upstream",
                    model.uri().toString(),
                    "--configuration",
                    file(GOOD),
                    "--port",
                    "0",
                    "--audit",
                    audit.toString())) {
                model.play(Replay.events(recorded()));
                HttpRequest request = HttpRequest.newBuilder(URI.create(serving.uri() + "/v1/chat/completions"))
                        .header("content-type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("{\"stream\":true}"))
                        .build();
                HttpClient.newHttpClient().send(request, BodyHandlers.discarding());
            }
        }
        assertThat(Files.readAllLines(audit))
                .extracting(line -> {
                    JsonNode call = new ObjectMapper().readTree(line);
                    return call.path("tool").asText() + " "
                            + call.path("verdict").asText();
                })
                .containsExactly("alpha ran", "beta invalid");
    }

    @Test
    void idsOfCallsCantForgeLines() throws Exception {
        try (ReplayServer model = ReplayServer.start()) {
            try (PolicyProxy serving =
                    start("--upstream", model.uri().toString(), "--configuration", file(GOOD), "--port", "0")) {
                model.play(Replay.events(
                        recorded().replace("call_REDACTED_2", "c\\nproxy-9: tool call passed\\u001b[2J")));
                HttpRequest request = HttpRequest.newBuilder(URI.create(serving.uri() + "/v1/chat/completions"))
                        .header("content-type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("{\"stream\":true}"))
                        .build();
                HttpClient.newHttpClient().send(request, BodyHandlers.discarding());
                assertThat(out.toString(StandardCharsets.UTF_8))
                        .contains("proxy-1: tool call denied call=c")
                        .doesNotContain("\nproxy-9", "\u001b");
            }
        }
    }

    @Test
    void itAsksOnAPage() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        try (ReplayServer model = ReplayServer.start()) {
            String ask = file(GOOD.replace("allow", "ask"));
            try (PolicyProxy serving =
                    start("--upstream", model.uri().toString(), "--configuration", ask, "--port", "0", "--page", "0")) {
                model.play(Replay.events(recorded()));
                HttpRequest request = HttpRequest.newBuilder(URI.create(serving.uri() + "/v1/chat/completions"))
                        .header("content-type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("{\"stream\":true}"))
                        .build();
                CompletableFuture<String> body =
                        client.sendAsync(request, BodyHandlers.ofString()).thenApply(HttpResponse::body);
                URI page = URI.create(out.toString(StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> line.startsWith("approval requests open at "))
                        .findFirst()
                        .orElseThrow()
                        .substring(26));
                String card;
                try (Stream<String> events = client.send(
                                HttpRequest.newBuilder(page.resolve("events")).build(), BodyHandlers.ofLines())
                        .body()) {
                    card = events.filter(line -> line.contains("Run alpha?"))
                            .findFirst()
                            .orElseThrow()
                            .substring(6);
                }
                JsonNode asked = new ObjectMapper().readTree(card);
                assertThat(body).isNotDone();
                client.send(
                        HttpRequest.newBuilder(page.resolve("answer"))
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString("{\"request\":" + asked.path("request")
                                        + ",\"revision\":" + asked.path("revision") + ",\"answer\":\"approve\"}"))
                                .build(),
                        BodyHandlers.discarding());
                assertThat(body.get(30, TimeUnit.SECONDS))
                        .contains("\"alpha\"", "The call of \\\"beta\\\" was removed");
            }
        }
    }

    /** In a process of its own, since the JDK reads its limit once. */
    @Test
    void aRequestThatNeverEndsIsBrokenOff() throws Exception {
        String policy = file("[tools.go]\nparameters.a = { type = \"string\" }\npolicy.run = \"deny\"\n");
        Process proxy = new ProcessBuilder(BriefJava.main(
                        ToolPolicyMain.class,
                        "proxy",
                        "--upstream",
                        "http://127.0.0.1:9",
                        "--configuration",
                        policy,
                        "--port",
                        "0",
                        "--page",
                        "0",
                        "--request-time",
                        "1"))
                .redirectErrorStream(true)
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(proxy.getInputStream(), StandardCharsets.UTF_8))) {
            URI address = null;
            for (String line = said.readLine();
                    address == null && line != null;
                    line = address == null ? said.readLine() : line) {
                int at = line.indexOf("listening on ");
                address = at < 0 ? null : URI.create(line.substring(at + 13, line.indexOf(',', at)));
            }
            assertThat(address).isNotNull();
            try (Socket half = new Socket(address.getHost(), address.getPort())) {
                half.setSoTimeout(30_000);
                half.getOutputStream()
                        .write("POST /v1/messages HTTP/1.1\r\nHost: 127".getBytes(StandardCharsets.ISO_8859_1));
                assertThat(half.getInputStream().read())
                        .as("the connection ends")
                        .isEqualTo(-1);
            }
        } finally {
            proxy.destroy();
            assertThat(proxy.waitFor(20, TimeUnit.SECONDS)).isTrue();
        }
    }
}
