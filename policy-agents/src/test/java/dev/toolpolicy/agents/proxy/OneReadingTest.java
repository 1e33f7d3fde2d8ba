package dev.toolpolicy.agents.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.openai.core.http.StreamResponse;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.test.replay.Replay;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * For every response of a model, clients read exactly the calls that the proxy judged and approved,
 * by every reader: by index, by id or by order, one that takes the first of what repeats, the last, or all of it.
 */
class OneReadingTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int BODIES = Integer.getInteger("toolpolicy.bodies", 30);
    private static final String STREAM = "{\"stream\":true}";
    /** The only readable files: every other call is denied by a rule or names an unknown tool. */
    static final List<String> ALLOWED = List.of(
            "deploy{\"env\":\"test\"}",
            "git_status{}",
            "git_status",
            "go{}",
            "go",
            "go{\"env\":\"test\"}",
            "go{\"env\":\"prod\"}",
            "git_status{\"env\":\"test\"}",
            "git_status{\"env\":\"prod\"}");

    /** Whose piece a piece is. */
    private enum Way {
        INDEX,
        ID,
        ORDER
    }

    private static final List<BinaryOperator<String>> MERGES = List.of((a, b) -> a, (a, b) -> b, (a, b) -> a + b);

    static PolicyEngine engine() {
        return PolicyEngine.builder()
                .configuration(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", """
                    [tools.deploy]
                    parameters.env = { type = "string" }
                    policy.run = [{ arg = "/env", const = "test", mode = "allow" }, { mode = "deny" }]
                    [tools.git]
                    parameters.env = { type = "string" }
                    policy.run = "deny"
                    [tools.gogo]
                    parameters.env = { type = "string" }
                    policy.run = "deny"
                    [tools._status]
                    parameters.env = { type = "string" }
                    policy.run = "deny"
                    [tools.go]
                    parameters.env = { type = "string" }
                    policy.run = "allow"
                    [tools.git_status]
                    parameters.env = { type = "string" }
                    policy.run = "allow"
                    """))
                .build();
    }

    /** A call as a reader has it. */
    private static final class Read {
        private String name = "";
        private final StringBuilder arguments = new StringBuilder();

        void add(JsonNode call, BinaryOperator<String> merge) {
            String more = call.at("/function/name").asText("");
            name = name.isEmpty() || more.isEmpty() ? name + more : merge.apply(name, more);
            arguments.append(call.at("/function/arguments").asText(""));
        }

        @Override
        public String toString() {
            return name + arguments;
        }
    }

    /** The calls of entries in their order, as one of the readers takes them. */
    private static List<String> read(List<JsonNode> entries, Way way, BinaryOperator<String> merge) {
        Map<String, Read> calls = new LinkedHashMap<>();
        String latest = "";
        for (JsonNode entry : entries) {
            String id = entry.path("id").asText("");
            boolean starts = latest.isEmpty()
                    || !id.isEmpty()
                    || !entry.at("/function/name").asText("").isEmpty();
            latest = switch (way) {
                case INDEX -> "at " + entry.path("index").asInt(0);
                case ID -> id.isEmpty() ? latest.isEmpty() ? "none" : latest : "id " + id;
                case ORDER -> starts ? "no " + calls.size() : latest;
            };
            calls.computeIfAbsent(latest, unseen -> new Read()).add(entry, merge);
        }
        return calls.values().stream().map(Read::toString).toList();
    }

    private static List<JsonNode> entries(String events) throws Exception {
        List<JsonNode> all = new ArrayList<>();
        for (String line : events.lines().toList()) {
            if (line.startsWith("data:") && !line.contains("[DONE]")) {
                JSON.readTree(line.substring(5))
                        .at("/choices/0/delta/tool_calls")
                        .forEach(all::add);
            }
        }
        return all;
    }

    private static void assertOnlyWhatMayRun(List<JsonNode> entries, boolean streamed, String what) {
        TreeSet<String> readings = new TreeSet<>();
        for (Way way : streamed ? Way.values() : new Way[] {Way.ID}) {
            for (BinaryOperator<String> merge : MERGES) {
                List<String> calls = read(entries, way, merge);
                assertThat(ALLOWED).as("%s by %s", what, way).containsAll(calls);
                readings.add(calls.toString());
            }
        }
        assertThat(readings).as(what).hasSizeLessThanOrEqualTo(1);
        if (!streamed) {
            entries.forEach(entry -> assertThat(ALLOWED)
                    .as(what)
                    .contains(entry.at("/function/name").asText()
                            + entry.at("/function/arguments").asText()));
        }
    }

    private static <T> T any(Random random, List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    /** An entry of a list of calls, with members that a provider may send or leave out. */
    private static ObjectNode entry(Random random) {
        ObjectNode call = JSON.createObjectNode();
        String index = any(random, List.of("", "", "0", "0", "1", "2"));
        String id = any(random, List.of("", "", "x", "x", "y", "z"));
        if (!index.isEmpty()) {
            call.put("index", Integer.parseInt(index));
        }
        if (!id.isEmpty()) {
            call.put("id", id);
        }
        ObjectNode function = call.putObject("function");
        String name = any(random, List.of("", "", "deploy", "deploy", "git", "_status", "git_status", "go", "go"));
        if (!name.isEmpty()) {
            function.put("name", name);
            call.put("type", "function");
        }
        String arguments = any(
                random,
                List.of("", "", "{}", "{", "}", "{\"env\":\"test\"}", "{\"env\":", "\"test\"}", "{\"env\":\"prod\"}"));
        return random.nextInt(8) == 0 && arguments.endsWith("\"}") && arguments.startsWith("{")
                ? withObject(call, function, arguments)
                : put(call, function, arguments);
    }

    private static ObjectNode put(ObjectNode call, ObjectNode function, String arguments) {
        function.put("arguments", arguments);
        return call;
    }

    private static ObjectNode withObject(ObjectNode call, ObjectNode function, String arguments) {
        try {
            function.set("arguments", JSON.readTree(arguments));
            return call;
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static String stream(List<List<ObjectNode>> chunks) {
        StringBuilder events = new StringBuilder();
        for (List<ObjectNode> chunk : chunks) {
            ObjectNode event = JSON.createObjectNode()
                    .put("id", "c")
                    .put("object", "chat.completion.chunk")
                    .put("created", 1)
                    .put("model", "m");
            ObjectNode choice = event.putArray("choices").addObject().put("index", 0);
            ArrayNode calls = choice.putObject("delta").put("role", "assistant").putArray("tool_calls");
            chunk.forEach(calls::add);
            choice.putNull("finish_reason");
            events.append("data: ").append(event).append("\n\n");
        }
        return events
                + "data:"
                + " {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\n"
                + "data: [DONE]\n\n";
    }

    @Test
    void everyReadingOfAStreamIsOneThatWasJudged() throws Exception {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        Random random = new Random(seed);
        int passed = 0;
        try (Proxied proxied = Proxied.of(engine())) {
            for (int i = 0; i < BODIES; i++) {
                List<List<ObjectNode>> chunks = new ArrayList<>();
                for (int n = random.nextInt(5); n >= 0; n--) {
                    List<ObjectNode> chunk = new ArrayList<>();
                    for (int m = random.nextInt(4) / 2; m >= 0; m--) {
                        chunk.add(entry(random));
                    }
                    chunks.add(chunk);
                }
                String body = stream(chunks);
                proxied.play(Replay.events(body));
                List<JsonNode> sent = entries(proxied.post(Proxied.CHAT, STREAM).body());
                assertOnlyWhatMayRun(sent, true, "seed " + seed + ": " + body);
                passed += sent.isEmpty() ? 0 : 1;
                if (i % 20 == 0) {
                    proxied.play(Replay.events(body));
                    assertTheSdkReadsNoOther(proxied, sent, "seed " + seed + ": " + body);
                }
            }
        }
        assertThat(passed)
                .as("responses with a call that passed, seed %d", seed)
                .isPositive();
    }

    private static void assertTheSdkReadsNoOther(Proxied proxied, List<JsonNode> sent, String what) {
        ChatCompletionAccumulator all = ChatCompletionAccumulator.create();
        ChatCompletionCreateParams asked = ChatCompletionCreateParams.builder()
                .model("m")
                .addUserMessage("go")
                .build();
        try (StreamResponse<ChatCompletionChunk> response =
                proxied.openAi().chat().completions().createStreaming(asked)) {
            response.stream().forEach(all::accumulate);
        } catch (com.openai.errors.OpenAIException e) {
            assertThat(sent).as(what).isEmpty();
            return;
        }
        List<String> read = all.chatCompletion().choices().get(0).message().toolCalls().orElse(List.of()).stream()
                .map(call -> call.function().orElseThrow().function())
                .map(function -> function.name() + function.arguments())
                .toList();
        assertThat(read).as(what).isEqualTo(read(sent, Way.INDEX, (a, b) -> a));
    }

    @Test
    void everyReadingOfACompleteResponseIsOneThatWasJudged() throws Exception {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        Random random = new Random(seed);
        int passed = 0;
        try (Proxied proxied = Proxied.of(engine())) {
            for (int i = 0; i < BODIES; i++) {
                ObjectNode body =
                        JSON.createObjectNode().put("object", "chat.completion").put("model", "m");
                ObjectNode choice =
                        body.putArray("choices").addObject().put("index", 0).put("finish_reason", "tool_calls");
                ArrayNode calls = choice.putObject("message")
                        .put("role", "assistant")
                        .putNull("content")
                        .putArray("tool_calls");
                for (int n = random.nextInt(4); n >= 0; n--) {
                    calls.add(entry(random));
                }
                proxied.play(Replay.json(body.toString()));
                List<JsonNode> sent = new ArrayList<>();
                JSON.readTree(proxied.post(Proxied.CHAT, "{}").body())
                        .at("/choices/0/message/tool_calls")
                        .forEach(sent::add);
                assertOnlyWhatMayRun(sent, false, "seed " + seed + ": " + body);
                passed += sent.isEmpty() ? 0 : 1;
            }
        }
        assertThat(passed)
                .as("responses with a call that passed, seed %d", seed)
                .isPositive();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'choices':[[{'index':0,'delta':{'tool_calls':[{'function':{'name':'sh'}}]}}]]}",
                "{'choices':[{'index':0,'delta':[{'tool_calls':[{'function':{'name':'sh'}}]}]}]}",
                "{'choices':[{'index':0,'delta':{'refusal':{'tool_calls':[{'function':{'name':'sh'}}]}}}]}",
                "{'choices':[{'index':0,'delta':{'reasoning':{'name':'sh'}}}]}",
                "{'choices':[{'index':0,'delta':{'reasoning_details':[{'tool_calls':[{'name':'sh'}]}]}}]}",
                "{'choices':[{'index':0,'delta':{'annotations':{'name':'sh'}}}]}",
                "{'choices':[{'index':0,'delta':{},'logprobs':[{'name':'sh'}]}]}",
                "{'choices':[],'usage':[{'name':'sh'}]}",
                "{'choices':[],'p':{'name':'sh'}}",
                "{'choices':[],'error':{'function_call':{'name':'sh'}}}",
                "{'choices':[],'x_groq':{'tool_calls':[{'name':'sh'}]}}",
                "{'choices':[],'created':{'name':'sh','arguments':'{}'}}",
                "{'choices':[],'id':{'name':'sh','arguments':'{}'}}",
                "{'choices':[],'x_groq':{'id':{'name':'sh','arguments':'{}'}}}",
                "{'choices':[],'usage':{'prompt_tokens':[{'name':'sh','arguments':'{}'}]}}",
                "{'choices':[],'usage':{'prompt_tokens':{'name':'sh','input':{}}}}",
                "{'choices':[{'index':0,'delta':{'name':'sh','arguments':'{}'}}]}",
                "{'choices':[{'index':0,'delta':{'content':'a','graph_data':{'steps':[{'name':'sh'}]}}}]}",
            })
    void aMemberThatIsNotWhatItShouldBeIsRefused(String event) throws Exception {
        try (Proxied proxied = Proxied.of(engine())) {
            proxied.play(Replay.events("data: " + event.replace('\'', '"') + "\n\n"));
            assertThat(proxied.post(Proxied.CHAT, STREAM).body())
                    .containsAnyOf("This response was ended", "Tool Policy: ")
                    .doesNotContain("\"sh\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u2028", "\u2029", "\u0085", "\u000b", "\f", "\u001c", "\u0000", "\u007f", "\t"})
    void aLineThatIsNotDataHoldsNoOtherLine(String separator) throws Exception {
        String hidden = separator
                + "data:"
                + " {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"function\":{\"name\":\"sh\"}}]}}]}\n\n";
        try (Proxied proxied = Proxied.of(engine())) {
            for (String line : List.of(": x", "id: 1", "event: message", "retry: 5")) {
                proxied.play(Replay.events(line + hidden));
                assertThat(proxied.post(Proxied.CHAT, STREAM).body())
                        .contains("isn't data")
                        .doesNotContain("\"sh\"");
            }
        }
    }

    @Test
    void anotherCharsetIsRefused() throws Exception {
        try (Proxied proxied = Proxied.of(engine())) {
            for (String type : List.of(
                    "text/event-stream; charset=utf-7",
                    "text/event-stream;CHARSET=\"utf-16\"",
                    "text/event-stream; x=1; charset=utf-8; charset=utf-7",
                    "application/json;charset=latin1")) {
                proxied.play(Replay.answer(200, type, "{}"));
                assertThat(proxied.post(Proxied.CHAT, STREAM).statusCode())
                        .as(type)
                        .isEqualTo(502);
            }
            proxied.play(Replay.answer(200, "text/event-stream; charset=UTF-8", stream(List.of())));
            assertThat(proxied.post(Proxied.CHAT, STREAM).statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'n':1.9}",
                "{'n':4294967297}",
                "{'n':[2]}",
                "{'n':'1'}",
                "{'n':1.0}",
                "{'web_search_options':true}",
                "{'tools':{'a':{'type':'function'}}}",
                "{'functions':{}}"
            })
    void numbersOfRequestsStayExact(String request) throws Exception {
        try (Proxied proxied = Proxied.of(engine())) {
            assertThat(proxied.post(Proxied.CHAT, request.replace('\'', '"')).statusCode())
                    .isEqualTo(400);
            assertThat(proxied.post(Proxied.MESSAGES, "{\"mcp_servers\":\"x\"}").statusCode())
                    .isEqualTo(400);
        }
    }
}
