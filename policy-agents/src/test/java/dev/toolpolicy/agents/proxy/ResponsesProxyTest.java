package dev.toolpolicy.agents.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.openai.core.http.StreamResponse;
import com.openai.errors.OpenAIException;
import com.openai.helpers.ResponseAccumulator;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseOutputItem;
import com.openai.models.responses.ResponseStreamEvent;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.shared.SharedData;
import dev.toolpolicy.test.replay.Replay;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Responses of OpenAI through the proxy: with the real SDK, and as every event says them. */
class ResponsesProxyTest {
    private static final String STREAM = "{\"stream\":true}";
    private static final ResponseCreateParams ASKED = ResponseCreateParams.builder()
            .model("gpt-4o")
            .input("Tell me the secrets.")
            .build();
    private static final String NOTICE = "The call of \"secret_retrieval_tool\" was removed from this response. ";

    private static final String MELLON = "secret_retrieval_tool{\"password\":\"mellon\"}";
    private static final String RADIANCE = "secret_retrieval_tool{\"password\":\"radiance\"}";

    /** The recording asks for two secrets: that of "mellon" is given, the other one as said. */
    private static PolicyEngineBuilder engine(String other) {
        return PolicyEngine.builder()
                .configuration(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", """
                    [tools.secret_retrieval_tool]
                    parameters.password = { type = "string", required = true }
                    policy.run = [{ arg = "/password", const = "mellon", mode = "allow" }, { mode = "%s" }]
                    """.formatted(other)));
    }

    private static String whole() throws Exception {
        List<JsonNode> events = ResponsesOneReadingTest.events(Proxied.recorded(Proxied.SECRETS));
        return events.get(events.size() - 1).path("response").toString();
    }

    private static Response streamed(Proxied proxied) {
        ResponseAccumulator all = ResponseAccumulator.create();
        try (StreamResponse<ResponseStreamEvent> response =
                proxied.openAi().responses().createStreaming(ASKED)) {
            response.stream().forEach(all::accumulate);
        }
        return all.response();
    }

    private static List<String> items(Response response) {
        return response.output().stream().map(ResponsesProxyTest::item).toList();
    }

    private static String item(ResponseOutputItem item) {
        return item.functionCall()
                .map(call -> call.name() + call.arguments())
                .or(() -> item.message()
                        .map(message -> message.content().stream()
                                .map(part -> part.asOutputText().text())
                                .reduce("text ", String::concat)))
                .orElse("other");
    }

    /** A response's items in one line, however many messages its texts are in. */
    private static String words(Response response) {
        return String.join(" ", items(response)).replace("text ", "").replaceAll("\\s+", " ");
    }

    /** What the SDK reads, streamed and whole. */
    private static List<String> both(PolicyEngine engine) throws Exception {
        try (Proxied proxied = Proxied.of(engine)) {
            proxied.play(Replay.events(Proxied.recorded(Proxied.SECRETS)).inPiecesOf(333));
            Response streamed = streamed(proxied);
            proxied.play(Replay.json(whole()));
            Response whole = proxied.openAi().responses().create(ASKED);
            assertThat(words(streamed)).isEqualTo(words(whole));
            assertThat(streamed.status().orElseThrow().asString()).isEqualTo("completed");
            assertThat(streamed.usage().orElseThrow()).isEqualTo(whole.usage().orElseThrow());
            return items(streamed);
        }
    }

    private static String sent(PolicyEngine engine, String body) throws Exception {
        try (Proxied proxied = Proxied.of(engine)) {
            proxied.play(Replay.events(body));
            return proxied.post(Proxied.RESPONSES, STREAM).body();
        }
    }

    @Test
    void approvedCallsReachTheClientToTheByte() throws Exception {
        PolicyEngine engine = engine("allow").build();
        assertThat(both(engine)).containsExactly(MELLON, RADIANCE);
        String recorded = Proxied.recorded(Proxied.SECRETS);
        assertThat(sent(engine, recorded)).isEqualTo(recorded);
    }

    @Test
    void aTextTakesTheRefusedCallsPlaceInEveryEvent() throws Exception {
        PolicyEngine engine = engine("deny").build();
        assertThat(both(engine)).containsExactly(MELLON, "text " + NOTICE + "Denied by this tool's policy.");
        String sent = sent(engine, Proxied.recorded(Proxied.SECRETS));
        assertThat(sent).doesNotContain("radiance").doesNotContain("call_hG4DmWUygGVSGrsCV3zwCiZU");
        assertThat(read(sent)).containsExactly(MELLON);
        List<JsonNode> events = ResponsesOneReadingTest.events(sent);
        for (int i = 0; i < events.size(); i++) {
            assertThat(events.get(i).path("sequence_number").asInt()).isEqualTo(i);
        }
        assertThat(events.get(events.size() - 1).at("/response/output")).hasSize(2);
    }

    /** Reads a stream in every way. */
    private static List<String> read(String sent) throws Exception {
        return ResponsesOneReadingTest.assertOneReading(ResponsesOneReadingTest.events(sent), sent);
    }

    @Test
    void theFirstCallIsRemovedAndTheSecondMovesOnUnchanged() throws Exception {
        PolicyEngine engine = PolicyEngine.builder()
                .configuration(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", """
                    [tools.secret_retrieval_tool]
                    parameters.password = { type = "string", required = true }
                    policy.run = [{ arg = "/password", const = "mellon", mode = "deny" }, { mode = "allow" }]
                    """))
                .build();
        assertThat(both(engine)).containsExactly("text " + NOTICE + "Denied by this tool's policy.", RADIANCE);
        assertThat(sent(engine, Proxied.recorded(Proxied.SECRETS))).doesNotContain("mellon");
    }

    @Test
    void aResponseWithOnlyDeniedCallsHasTexts() throws Exception {
        List<String> items = both(PolicyEngine.builder().build());
        assertThat(items).noneMatch(item -> item.startsWith("secret")).anyMatch(item -> item.contains("no tool is"));
    }

    @Test
    void askIsAnsweredByAPersonOrDeclined() throws Exception {
        assertThat(both(engine("ask").build()).get(1)).contains("nobody is there to give it");
        assertThat(both(engine("ask")
                        .permission(request -> CompletableFuture.completedFuture(request.approve()))
                        .build()))
                .hasSize(2)
                .noneMatch(item -> item.startsWith("text"));
    }

    /** All recordings, with every call allowed: as they came. The one that its project has edited is refused. */
    @Test
    void allRecordingsPassAsTheyCame() throws Exception {
        List<Path> recordings = new ArrayList<>();
        try (Stream<Path> files = Files.list(SharedData.path("streams/sse"))) {
            for (Path file : files.sorted().toList()) {
                if (Files.readString(file).contains("\"type\":\"response.created\"")) {
                    recordings.add(file);
                }
            }
        }
        assertThat(recordings).hasSizeGreaterThan(8);
        PolicyEngine engine = allowing(names(recordings));
        for (Path file : recordings) {
            String body = Files.readString(file).stripTrailing() + "\n\n";
            if (file.toString().contains("flue-v0-8-latest.cassette__4")) {
                assertThat(sent(engine, body))
                        .contains("a call comes twice, with another \\\"arguments\\\"")
                        .doesNotContain("function_call");
            } else {
                assertThat(sent(engine, body)).as("%s", file).isEqualTo(body);
                assertThat(sent(PolicyEngine.builder().build(), body))
                        .as("%s", file)
                        .doesNotContain("\"function_call\"")
                        .contains("was removed from this response");
            }
        }
    }

    /** Allows all calls of tools with these names. */
    private static PolicyEngine allowing(Set<String> names) {
        ToolSchema any = new ToolSchema(ParameterType.mapOf(ParameterType.any()));
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(names.stream()
                        .map(name -> DeclaredTool.of(name, any).withRun(RuleList.always(Mode.ALLOW)))
                        .toList()))
                .build();
    }

    private static Set<String> names(List<Path> recordings) throws Exception {
        Set<String> names = new TreeSet<>();
        for (Path file : recordings) {
            for (JsonNode event : ResponsesOneReadingTest.events(Files.readString(file))) {
                if (event.at("/item/type").asText().equals("function_call")) {
                    names.add(event.at("/item/name").asText());
                }
            }
        }
        return names;
    }

    @Test
    void aResponseThatIsCutHasNoCutCall() throws Exception {
        String recorded = Proxied.recorded(Proxied.SECRETS);
        String broken = recorded.substring(0, recorded.indexOf("radiance"));
        assertThat(sent(engine("allow").build(), broken)).doesNotContain("call_hG4DmWUygGVSGrsCV3zwCiZU");
        int end = recorded.lastIndexOf("event: response.function_call_arguments.done");
        String limited = recorded.substring(0, recorded.lastIndexOf("event: ", end - 1))
                + "data: {\"type\":\"response.incomplete\",\"response\":{\"status\":\"incomplete\",\"output\":[],"
                + "\"incomplete_details\":{\"reason\":\"max_output_tokens\"}}}\n\n";
        String sent = sent(engine("allow").build(), limited);
        assertThat(sent)
                .contains("mellon", "was removed from this response", "\"max_output_tokens\"")
                .doesNotContain("call_hG4DmWUygGVSGrsCV3zwCiZU");
        assertThat(read(sent)).containsExactly(MELLON);
    }

    /** A call whose arguments are whole runs, though the provider stopped before it said so: it is completed. */
    @Test
    void aWholeCallOfACutResponseIsCompletedInEveryEvent() throws Exception {
        String recorded = Proxied.recorded(Proxied.SECRETS);
        int end = recorded.lastIndexOf("event: response.function_call_arguments.done");
        String item = "{\"type\":\"message\",\"id\":\"m\",\"content\":[]}";
        for (String output : List.of("[]", "[" + item + "]")) {
            String limited = recorded.substring(0, end) + "data: {\"type\":\"response.incomplete\",\"response\":"
                    + "{\"status\":\"incomplete\",\"output\":" + output + "}}\n\n";
            String sent = sent(engine("allow").build(), limited);
            if (output.equals("[]")) {
                assertThat(read(sent)).containsExactly(MELLON, RADIANCE);
            } else {
                assertThat(sent).contains("has other items than those that came");
            }
        }
    }

    @Test
    void aFailureIsAnErrorForTheSdk() throws Exception {
        String recorded = Proxied.recorded(Proxied.SECRETS);
        try (Proxied proxied = Proxied.of(engine("allow").build())) {
            proxied.play(Replay.events(
                    recorded.replace("\"arguments\":\"{\\\"password\\\":\\\"mellon\\\"}\"", "\"arguments\":\"{}\"")));
            assertThatThrownBy(() -> streamed(proxied))
                    .isInstanceOf(OpenAIException.class)
                    .hasMessageContaining("a call comes twice");
            proxied.play(Replay.json("{\"object\":\"response\",\"status\":\"queued\",\"output\":[]}"));
            assertThatThrownBy(() -> proxied.openAi().responses().create(ASKED))
                    .isInstanceOf(OpenAIException.class)
                    .hasMessageContaining("can't be checked");
        }
    }

    private static final String SEARCH = """
        {"id":"r","object":"response","status":"completed","output":[
        {"type":"web_search_call","id":"ws","status":"completed","action":{"type":"search","query":"x"}},
        {"type":"function_call","id":"f","call_id":"c","name":"secret_retrieval_tool","arguments":"{\\"password\\":\\"mellon\\"}"}]}\
        """;

    @Test
    void toolsOfTheProviderAreRefusedUnlessAllowed() throws Exception {
        try (Proxied proxied = Proxied.of(engine("deny").build())) {
            proxied.play(Replay.json(SEARCH));
            assertThat(proxied.post(Proxied.RESPONSES, "{}").body())
                    .contains("This response was ended: it holds \\\"web_search_call\\\"")
                    .doesNotContain("\"function_call\"")
                    .doesNotContain("\"action\"");
        }
        try (Proxied proxied =
                Proxied.of(engine("deny").build(), settings -> settings.withProviderTools(Set.of("web_search")))) {
            proxied.play(Replay.json(SEARCH));
            assertThat(proxied.post(Proxied.RESPONSES, "{\"tools\":[{\"type\":\"web_search_preview\"}]}")
                            .body())
                    .isEqualTo(SEARCH);
            proxied.play(Replay.json(SEARCH.replace("web_search_call", "shell_call")));
            assertThat(proxied.post(Proxied.RESPONSES, "{}").body()).contains("\\\"shell_call\\\"");
        }
    }

    /** A member that isn't known doesn't go out with the text that ends the response. */
    @Test
    void nothingOfAnEndedResponseGoesOut() throws Exception {
        for (String path : List.of(Proxied.RESPONSES, Proxied.MESSAGES)) {
            try (Proxied proxied = Proxied.of(engine("deny").build())) {
                String hidden = "\"calls\":[{\"name\":\"hidden\"}],\"output\":[]";
                proxied.play(Replay.json(
                        path.equals(Proxied.RESPONSES)
                                ? "{\"object\":\"response\",\"status\":\"completed\"," + hidden + "}"
                                : "{\"type\":\"message\",\"role\":\"assistant\",\"content\":[]," + hidden + "}"));
                assertThat(proxied.post(path, "{}").body())
                        .contains("This response was ended")
                        .doesNotContain("hidden");
            }
        }
        String end = "data: {\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"output\":[],"
                + "\"calls\":[{\"name\":\"hidden\"}]}}\n\n";
        assertThat(sent(engine("deny").build(), end))
                .contains("This response was ended", "response.completed")
                .doesNotContain("hidden");
    }

    /** A client that is believed says by its next request what succeeded. */
    @Test
    void aBelievedClientSaysWhatSucceeded() throws Exception {
        ToolSchema any = new ToolSchema(ParameterType.mapOf(ParameterType.any()));
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(
                        DeclaredTool.of("first", any).withRun(RuleList.always(Mode.ALLOW)),
                        DeclaredTool.of("second", any)
                                .withRun(RuleList.always(Mode.ALLOW))
                                .requiring(Requirement.allOf(List.of("first"))))))
                .build();
        String called = "{\"object\":\"response\",\"status\":\"completed\",\"output\":[{\"type\":\"function_call\","
                + "\"id\":\"f\",\"call_id\":\"c-NAME\",\"name\":\"NAME\",\"arguments\":\"{}\"}]}";
        String result = "{\"input\":[{\"type\":\"function_call_output\",\"call_id\":\"c-first\",\"output\":\"ok\"}]}";
        try (Proxied proxied = Proxied.of(engine, ProxySettings::withBeliefInClients)) {
            proxied.play(Replay.json(called.replace("NAME", "first")));
            proxied.post(Proxied.RESPONSES, "{}", ProxySettings.SESSION, "s");
            for (String request : List.of("{}", result)) {
                proxied.play(Replay.json(called.replace("NAME", "second")));
                String answer = proxied.post(Proxied.RESPONSES, request, ProxySettings.SESSION, "s")
                        .body();
                assertThat(answer.contains("was removed from this response")).isEqualTo(request.equals("{}"));
            }
        }
    }
}
