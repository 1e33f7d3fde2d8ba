package dev.toolpolicy.agents.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.shared.SharedData;
import dev.toolpolicy.test.replay.Exchange;
import dev.toolpolicy.test.replay.Replay;
import dev.toolpolicy.test.replay.ReplayRequest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests that pass unchanged, and refusals in the provider's own format. */
class ProxyTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String STREAM = "{\"stream\":true}";

    /** A recorded body, its path, and its calls' names and arguments. */
    record Recorded(String name, String path, List<String> tools, List<String> pieces) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Recorded> recorded() throws Exception {
        Path folder = SharedData.path("streams");
        List<Recorded> all = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("catalogue.jsonl"))) {
            JsonNode row = JSON.readTree(line);
            boolean messages = row.get("api").asText().equals("anthropic.messages");
            if (row.has("sse") && (messages || row.get("api").asText().equals("openai.chat"))) {
                JsonNode recording =
                        JSON.readTree(folder.resolve(row.get("file").asText()).toFile());
                if (recording.get("calls").get(0).get("kind").asText().equals("function")) {
                    String name = Path.of(row.get("sse").asText())
                            .getFileName()
                            .toString()
                            .replace(".sse", "");
                    all.add(new Recorded(
                            name, messages ? Proxied.MESSAGES : Proxied.CHAT, names(recording), pieces(recording)));
                }
            }
        }
        return all.stream();
    }

    private static List<String> names(JsonNode recording) {
        List<String> names = new ArrayList<>();
        recording.get("calls").forEach(call -> names.add(call.get("name").asText()));
        return names;
    }

    /** What a text of the model wouldn't say by chance. */
    private static List<String> pieces(JsonNode recording) {
        List<String> pieces = new ArrayList<>();
        for (JsonNode call : recording.get("calls")) {
            call.get("chunks").forEach(piece -> {
                if (piece.asText().length() > 5 && piece.asText().contains("\"")) {
                    pieces.add(JSON.getNodeFactory()
                            .textNode(piece.asText())
                            .toString()
                            .replaceAll("^\"|\"$", ""));
                }
            });
        }
        return pieces;
    }

    private static PolicyEngine engine(List<String> names, Mode mode) {
        List<ToolSpec<?>> tools = new ArrayList<>();
        names.stream()
                .distinct()
                .forEach(name ->
                        tools.add(DeclaredTool.of(name, new ToolSchema(ParameterType.mapOf(ParameterType.any())))
                                .withRun(RuleList.always(mode))));
        return PolicyEngine.builder().tools(ToolCatalog.of(tools)).build();
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void everythingThatMayPassPassesToTheByte(Recorded recorded) throws Exception {
        try (Proxied proxied = Proxied.of(engine(recorded.tools(), Mode.ALLOW))) {
            String body = Proxied.recorded(recorded.name());
            for (Replay replay :
                    List.of(Replay.events(body), Replay.events(body).inPiecesOf(57))) {
                proxied.play(replay);
                String sent = proxied.post(recorded.path(), STREAM).body();
                if (recorded.name().contains("_truncated_")) {
                    assertThat(sent).contains("The response was cut").doesNotContain("\"tool_calls\"");
                } else {
                    assertThat(sent).startsWith(oneFinish(body));
                    assertThat(sent.length()).isLessThanOrEqualTo(body.length() + "data: [DONE]\n\n".length());
                }
            }
        }
    }

    /** Of a body that finishes twice, up to the second finish, which says nothing new and isn't passed on. */
    private static String oneFinish(String body) {
        int first = body.indexOf("\"finish_reason\":\"");
        int second = body.indexOf("\"finish_reason\":\"", first + 1);
        return first < 0 || second < 0 ? body : body.substring(0, body.lastIndexOf("data:", second));
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void nothingOfARefusedCallPasses(Recorded recorded) throws Exception {
        try (Proxied proxied = Proxied.of(engine(recorded.tools(), Mode.DENY))) {
            proxied.play(Replay.events(Proxied.recorded(recorded.name())));
            String sent = proxied.post(recorded.path(), STREAM).body();
            recorded.pieces().forEach(piece -> assertThat(sent).doesNotContain(piece));
            assertThat(sent).contains("The call of").doesNotContain("\"tool_calls\"", "tool_use", "input_json_delta");
        }
    }

    private static void assertRefused(HttpResponse<String> response, int status, String message) throws IOException {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(JSON.readTree(response.body()).at("/error/message").asText())
                .startsWith("Tool Policy: ")
                .contains(message);
        assertThat(response.headers().firstValue("content-type")).contains("application/json");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "/v1/batches # {} # 404 # serves /v1/chat/completions, /v1/responses and /v1/messages alone",
                "/v1/chat/completions/x # {} # 404 # alone",
                "/v1/messages/batches # {} # 404 # alone",
                "/v1//messages # {} # 404 # alone",
                "/v1/chat/completions # [] # 400 # expected a JSON object",
                "/v1/chat/completions # {\"stream\":true,\"stream\":false} # 400 # Duplicate",
                "/v1/chat/completions # {\"stream\":\"true\"} # 400 # \"stream\" must be true or false",
                "/v1/chat/completions # {\"n\":2} # 400 # several choices",
                "/v1/chat/completions # {\"functions\":[]} # 400 # \"functions\" is the form before tools",
                "/v1/chat/completions # {\"tools\":[{\"type\":\"custom\"}]} # 400 # type \"custom\"",
                "/v1/chat/completions # {\"web_search_options\":{}} # 400 # web_search",
                "/v1/messages # {\"mcp_servers\":[{\"url\":\"x\"}]} # 400 # mcp_servers",
                "/v1/messages # {\"tools\":[{\"type\":\"web_search_20250305\",\"name\":\"web_search\"}]} # 400 #"
                        + " web_search_20250305",
                "/v1/messages # {\"tools\":[{\"type\":\"web_search_20250305\",\"name\":\"alpha\"}]} # 400 #"
                        + " isn't allowed here",
            })
    void opaqueRequestsAreRefused(String path, String body, int status, String message) throws Exception {
        try (Proxied proxied = Proxied.of(Proxied.engine("deny", "deny").build())) {
            Exchange never = proxied.play(Replay.json("{}"));
            HttpResponse<String> response = proxied.post(path, body);
            assertRefused(response, status, message);
            assertThat(JSON.readTree(response.body()).path("type").asText())
                    .isEqualTo(path.startsWith("/v1/messages") ? "error" : "");
            assertThat(never.sent()).isZero();
        }
    }

    @Test
    void aDeclaredToolOfTheClientMayHaveATypeOfTheProvider() throws Exception {
        try (Proxied proxied = Proxied.of(Proxied.engine("deny", "deny").build())) {
            Exchange sent = proxied.play(Replay.json("{}"));
            proxied.post("/v1/messages", "{\"tools\":[{\"type\":\"bash_20250124\",\"name\":\"alpha\"}]}");
            assertThat(sent.sent()).isOne();
        }
    }

    @Test
    void otherMethodsAndTypesAreRefused() throws Exception {
        try (Proxied proxied =
                Proxied.of(Proxied.engine("deny", "deny").build(), settings -> settings.withLongestRequest(20))) {
            assertRefused(
                    proxied.send(HttpRequest.newBuilder(URI.create(proxied.uri() + Proxied.CHAT))
                            .build()),
                    405,
                    "only POST");
            assertRefused(
                    proxied.send(HttpRequest.newBuilder(URI.create(proxied.uri() + Proxied.CHAT))
                            .header("content-type", "text/plain")
                            .POST(HttpRequest.BodyPublishers.ofString("{}"))
                            .build()),
                    415,
                    "text/plain");
            assertRefused(proxied.post(Proxied.CHAT, "{}", "content-encoding", "gzip"), 415, "compressed");
            assertRefused(
                    proxied.post(Proxied.CHAT, "{}", "content-type", "application/json; charset=utf-7"),
                    415,
                    "application/json, application/json; charset=utf-7");
            assertRefused(proxied.post(Proxied.CHAT, "{\"model\":\"abcdefghi\"}"), 413, "more than 20 bytes");
            assertRefused(proxied.post(Proxied.CHAT, "{}", ProxySettings.SESSION, "x".repeat(201)), 400, "200");
        }
    }

    @Test
    void answersThatCantBeSeenThroughAreRefused() throws Exception {
        try (Proxied proxied = Proxied.of(Proxied.engine("deny", "deny").build())) {
            proxied.play(Replay.answer(200, "text/html", "<a>"));
            assertRefused(proxied.post(Proxied.CHAT, "{}"), 502, "text/html");
            proxied.play(Replay.json("{}").withHeader("CONTENT-TYPE", "application/json; charset=utf-16"));
            assertRefused(proxied.post(Proxied.CHAT, "{}"), 502, "the upstream answered");
            proxied.play(Replay.json("{\"choices\":[]}"));
            assertRefused(proxied.post(Proxied.CHAT, "{}"), 502, "one choice");
            proxied.play(Replay.json("{\"choices\":[{},{}]}"));
            assertRefused(proxied.post(Proxied.CHAT, "{}"), 502, "one choice");
            proxied.play(Replay.json("x").withHeader("content-encoding", "gzip"));
            assertRefused(proxied.post(Proxied.MESSAGES, "{}"), 502, "gzip");
            proxied.play(
                    Replay.json("{}").withHeader("content-encoding", "identity").withHeader("Content-Encoding", "br"));
            assertRefused(proxied.post(Proxied.MESSAGES, "{}"), 502, "br");
            proxied.play(Replay.answer(302, "application/json", "{}").withHeader("location", "/x"));
            assertRefused(proxied.post(Proxied.MESSAGES, "{}"), 502, "302");
            proxied.play(
                    Replay.events(
                            "data:"
                                + " {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\",\"function_call\":{\"name\":\"ls\"}}}]}\n\n"));
            assertThat(proxied.post(Proxied.CHAT, STREAM).body())
                    .contains("delta.function_call")
                    .doesNotContain("\"ls\"");
            proxied.play(Replay.events("data: {\"choices\":[{\"index\":1,\"delta\":{\"content\":\"a\"}}]}\n\n"));
            assertThat(proxied.post(Proxied.CHAT, STREAM).body())
                    .contains("only choice 0 is allowed")
                    .doesNotContain("\"a\"");
            String call = "data:"
                + " {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"beta\",\"arguments\":\"{}\"}}]},\"finish_reason\":\"tool_calls\"}]}\n\n";
            for (String hidden : List.of("\uFEFF" + call, " " + call)) { // a client strips the byte-order mark, or more
                proxied.play(Replay.events(hidden));
                assertThat(proxied.post(Proxied.CHAT, STREAM).body())
                        .contains("not a field that all readers ignore")
                        .doesNotContain("beta");
            }
            proxied.play(Replay.events("data: nonsense\n\n"));
            assertThat(proxied.post(Proxied.MESSAGES, STREAM).body())
                    .startsWith("event: error\n")
                    .contains("not JSON");
            proxied.play(Replay.events(""));
            assertThat(proxied.post(Proxied.MESSAGES, STREAM).body()).startsWith("event: error\n");
        }
    }

    @Test
    void aModelThatIsntThereIsSaidToBe() throws Exception {
        try (Proxied proxied = Proxied.of(Proxied.engine("deny", "deny").build())) {
            proxied.model().close();
            assertRefused(proxied.post(Proxied.MESSAGES, "{}"), 502, "can't be reached");
        }
    }

    @Test
    void theRequestGoesOnAsItCame() throws Exception {
        try (Proxied proxied = Proxied.of(Proxied.engine("deny", "deny").build())) {
            Exchange exchange =
                    proxied.play(Replay.events(Proxied.recorded(Proxied.TIME)).withHeader("request-id", "r9"));
            String body = "{ \"stream\" :true, \"x\":\"ä\"}";
            HttpResponse<String> response = proxied.post(
                    Proxied.MESSAGES + "?beta=true",
                    body,
                    "authorization",
                    "Bearer k",
                    "anthropic-beta",
                    "b1",
                    "anthropic-beta",
                    "b2",
                    ProxySettings.SESSION,
                    "s");
            ReplayRequest request = exchange.request(Proxied.PATIENCE);
            assertThat(request.path()).isEqualTo("/v1/messages?beta=true");
            assertThat(request.body()).isEqualTo(body);
            assertThat(request.header("authorization")).contains("Bearer k");
            assertThat(request.header("anthropic-beta")).contains("b1, b2");
            assertThat(request.header("accept-encoding")).contains("identity");
            assertThat(request.header(ProxySettings.SESSION)).isEmpty();
            assertThat(response.headers().firstValue("request-id")).contains("r9");
        }
    }

    @Test
    void headersOfTheConnectionStay() {
        Map<String, List<String>> passing = ProxiedRequest.passing(Map.of(
                "Connection",
                List.of("close, X-Mine"),
                "x-mine",
                List.of("1"),
                "Keep-Alive",
                List.of("1"),
                "TE",
                List.of("x"),
                "Transfer-Encoding",
                List.of("chunked"),
                "X-Other",
                List.of("1", "2"),
                ":status",
                List.of("200")));
        assertThat(passing).isEqualTo(Map.of("X-Other", List.of("1", "2")));
    }

    @Test
    void aNamedSessionRemembersWhatABelievedClientSays() throws Exception {
        List<ToolSpec<?>> tools = List.of(
                DeclaredTool.of("alpha", new ToolSchema(ParameterType.mapOf(ParameterType.any())))
                        .withRun(RuleList.always(Mode.ALLOW)),
                DeclaredTool.of("beta", new ToolSchema(ParameterType.mapOf(ParameterType.any())))
                        .withRun(RuleList.always(Mode.ALLOW))
                        .requiring(Requirement.allOf(List.of("alpha"))));
        PolicyEngine engine =
                PolicyEngine.builder().tools(ToolCatalog.of(tools)).build();
        String told = """
            {"stream":true,"messages":[{"role":"tool","tool_call_id":"call_REDACTED_1","content":"done"}]}\
            """;
        for (boolean believed : List.of(true, false)) {
            try (Proxied proxied =
                    Proxied.of(engine, settings -> believed ? settings.withBeliefInClients() : settings)) {
                for (String session : List.of("one " + believed, "two " + believed)) {
                    proxied.play(Replay.events(Proxied.recorded(Proxied.PARALLEL)));
                    assertThat(proxied.post(Proxied.CHAT, STREAM, ProxySettings.SESSION, session)
                                    .body())
                            .contains("\"alpha\"", "The call of \\\"beta\\\" was removed");
                }
                proxied.play(Replay.events(Proxied.recorded(Proxied.PARALLEL)));
                String next = proxied.post(Proxied.CHAT, told, ProxySettings.SESSION, "one " + believed)
                        .body();
                assertThat(next.equals(Proxied.recorded(Proxied.PARALLEL))).isEqualTo(believed);
                proxied.play(Replay.events(Proxied.recorded(Proxied.PARALLEL)));
                assertThat(proxied.post(Proxied.CHAT, STREAM, ProxySettings.SESSION, "two " + believed)
                                .body())
                        .contains("was removed");
                proxied.play(Replay.events(Proxied.recorded(Proxied.PARALLEL)));
                assertThat(proxied.post(Proxied.CHAT, told).body()).contains("was removed");
            }
        }
    }
}
