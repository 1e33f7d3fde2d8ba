package dev.toolpolicy.agents.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.anthropic.core.JsonValue;
import com.anthropic.core.http.StreamResponse;
import com.anthropic.helpers.MessageAccumulator;
import com.anthropic.models.messages.ContentBlock;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.RawMessageStreamEvent;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.test.replay.Replay;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Anthropic messages whose blocks, indexes, ids and names are mutated: every reader takes what comes through the proxy
 * for the same calls, and each of them was judged and approved.
 */
class MessagesOneReadingTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int BODIES = Integer.getInteger("toolpolicy.bodies", 30);
    private static final List<String> NAMES = List.of("deploy", "deploy", "git", "_status", "git_status", "go", "go");
    private static final List<String> IDS = List.of("x", "x", "y", "z");
    private static final List<String> TEXTS =
            List.of("", "{}", "{\"env\":\"test\"}", "{\"env\":\"prod\"}", "null", "{\"env\":");
    private static final MessageCreateParams ASKED = MessageCreateParams.builder()
            .model("m")
            .maxTokens(100)
            .addUserMessage("go")
            .build();

    private static <T> T any(Random random, List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private static ObjectNode event(String type) {
        return JSON.createObjectNode().put("type", type);
    }

    private static ObjectNode call(Random random) {
        ObjectNode block = event("tool_use").put("id", any(random, IDS)).put("name", any(random, NAMES));
        block.putObject("input");
        return block;
    }

    private static ObjectNode piece(int index, String type, String member, String text) {
        ObjectNode delta = event("content_block_delta").put("index", index);
        delta.putObject("delta").put("type", type).put(member, text);
        return delta;
    }

    /** A block as a provider streams it. */
    private static List<ObjectNode> block(Random random, int index) {
        List<ObjectNode> events = new ArrayList<>();
        ObjectNode start = event("content_block_start").put("index", index);
        events.add(start);
        if (random.nextInt(4) == 0) {
            start.set("content_block", event("text").put("text", ""));
            events.add(piece(index, "text_delta", "text", "So. "));
        } else {
            start.set("content_block", call(random));
            String text = any(random, TEXTS);
            if (random.nextInt(4) == 0) {
                renamed(random, start.path("content_block"));
                text = "";
            }
            int cut = random.nextInt(text.length() + 1);
            for (String part : List.of(text.substring(0, cut), text.substring(cut))) {
                events.add(piece(index, "input_json_delta", "partial_json", part));
            }
        }
        events.add(event("content_block_stop").put("index", index));
        return events;
    }

    private static List<ObjectNode> message(Random random) {
        List<ObjectNode> events = new ArrayList<>();
        ObjectNode start = event("message_start");
        ObjectNode message = start.putObject("message")
                .put("id", "m")
                .put("type", "message")
                .put("role", "assistant")
                .put("model", "m");
        message.putArray("content");
        message.putNull("stop_reason")
                .putNull("stop_sequence")
                .putObject("usage")
                .put("input_tokens", 1)
                .put("output_tokens", 1);
        events.add(start);
        for (int i = 0, n = 1 + random.nextInt(3); i < n; i++) {
            events.addAll(block(random, i));
        }
        ObjectNode end = event("message_delta");
        end.putObject("delta")
                .put("stop_reason", any(random, List.of("tool_use", "tool_use", "end_turn", "max_tokens")))
                .putNull("stop_sequence");
        end.putObject("usage").put("output_tokens", 9);
        events.add(end);
        events.add(event("message_stop"));
        return events;
    }

    /** Changes one event, its place, or how often it comes. */
    private static void mutate(Random random, List<ObjectNode> events) {
        int at = random.nextInt(events.size());
        int to = random.nextInt(events.size());
        ObjectNode event = events.get(at);
        switch (random.nextInt(10)) {
            case 0 -> Collections.swap(events, at, to);
            case 1 -> events.add(to, events.remove(at));
            case 2 -> events.add(to, event.deepCopy());
            case 3 -> event.remove("index");
            case 4 -> event.putNull("index");
            case 5, 6 -> event.put("index", random.nextInt(3));
            case 7 -> events.add(piece(random.nextInt(3), "input_json_delta", "partial_json", any(random, TEXTS)));
            case 8 -> renamed(random, event.path("content_block"));
            default -> {
                if (events.size() > 1) {
                    events.remove(at);
                }
            }
        }
    }

    private static void renamed(Random random, JsonNode block) {
        if (!(block instanceof ObjectNode changed)) {
            return;
        }
        switch (random.nextInt(4)) {
            case 0 -> changed.remove("id");
            case 1 -> changed.remove("name");
            case 2 -> changed.put("name", any(random, NAMES)).put("type", any(random, List.of("tool_use", "text")));
            default -> changed.putObject("input").put("env", any(random, List.of("test", "prod")));
        }
    }

    private static String stream(Random random, List<ObjectNode> events) {
        boolean named = random.nextInt(4) > 0;
        StringBuilder body = new StringBuilder();
        for (ObjectNode event : events) {
            body.append(named ? "event: " + event.path("type").asText() + "\n" : "")
                    .append("data: ")
                    .append(event)
                    .append("\n\n");
        }
        return body.toString();
    }

    private static List<JsonNode> events(String body) throws Exception {
        List<JsonNode> all = new ArrayList<>();
        for (String line : body.lines().filter(each -> each.startsWith("data:")).toList()) {
            all.add(JSON.readTree(line.substring(5)));
        }
        return all;
    }

    private static void assertOneReading(List<JsonNode> sent, String what) {
        TreeSet<String> readings = new TreeSet<>();
        for (MessagesReadings.Place place : MessagesReadings.Place.values()) {
            for (MessagesReadings.Repeated repeated : MessagesReadings.Repeated.values()) {
                List<String> calls = MessagesReadings.of(sent, place, repeated);
                assertThat(OneReadingTest.ALLOWED)
                        .as("%s by %s, %s", what, place, repeated)
                        .containsAll(calls);
                readings.add(calls.toString());
            }
        }
        assertThat(readings).as(what).hasSize(1);
    }

    @Test
    void aStartThatIsACallIsRefused() throws Exception {
        try (Proxied proxied = Proxied.of(OneReadingTest.engine())) {
            String event = "{'type':'message_start','message':{'role':'assistant','name':'sh','arguments':'{}'}}";
            proxied.play(Replay.events("data: " + event.replace('\'', '"') + "\n\n"));
            assertThat(proxied.post("/v1/messages", "{\"stream\":true}").body())
                    .containsAnyOf("This response was ended", "Tool Policy: ")
                    .doesNotContain("\"sh\"");
        }
    }

    @Test
    void everyReadingOfAStreamIsOneThatWasJudged() throws Exception {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        Random random = new Random(seed);
        int passed = 0;
        try (Proxied proxied = Proxied.of(OneReadingTest.engine())) {
            for (int i = 0; i < BODIES; i++) {
                List<ObjectNode> events = message(random);
                for (int n = random.nextInt(4); n > 0; n--) {
                    mutate(random, events);
                }
                String body = stream(random, events);
                String what = "seed " + seed + ", body " + i + ": " + body;
                proxied.play(Replay.events(body));
                List<JsonNode> sent = events(
                        proxied.post(Proxied.MESSAGES, "{\"stream\":true}").body());
                assertOneReading(sent, what);
                List<String> calls =
                        MessagesReadings.of(sent, MessagesReadings.Place.INDEX, MessagesReadings.Repeated.FIRST);
                passed += calls.isEmpty() ? 0 : 1;
                if (i % 20 == 0) {
                    proxied.play(Replay.events(body));
                    assertTheSdkReadsNoOther(proxied, calls, what);
                }
            }
        }
        assertThat(passed)
                .as("responses with a call that passed, seed %d", seed)
                .isPositive();
    }

    /** A response that the client doesn't take at all isn't read in another way. */
    private static void assertTheSdkReadsNoOther(Proxied proxied, List<String> calls, String what) {
        MessageAccumulator all = MessageAccumulator.create();
        Message message;
        try (StreamResponse<RawMessageStreamEvent> response =
                proxied.anthropic().messages().createStreaming(ASKED)) {
            response.stream().forEach(all::accumulate);
            message = all.message();
        } catch (com.anthropic.errors.AnthropicException | IllegalStateException e) {
            return;
        }
        List<String> read = new ArrayList<>();
        for (ContentBlock block : message.content()) {
            block.toolUse().ifPresent(call -> read.add(MessagesReadings.call(call.name(), text(call._input()))));
        }
        assertThat(read).as(what).isEqualTo(calls);
    }

    private static String text(JsonValue input) {
        return JSON.valueToTree(input).toString();
    }

    @Test
    void everyReadingOfACompleteResponseIsOneThatWasJudged() throws Exception {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        Random random = new Random(seed);
        int passed = 0;
        try (Proxied proxied = Proxied.of(OneReadingTest.engine())) {
            for (int i = 0; i < BODIES; i++) {
                ObjectNode body =
                        event("message").put("id", "m").put("role", "assistant").put("model", "m");
                ArrayNode content = body.putArray("content");
                for (int n = random.nextInt(4); n >= 0; n--) {
                    content.add(wholeBlock(random));
                }
                body.put("stop_reason", any(random, List.of("tool_use", "tool_use", "end_turn", "max_tokens")))
                        .putNull("stop_sequence");
                body.putObject("usage").put("input_tokens", 1).put("output_tokens", 1);
                proxied.play(Replay.json(body.toString()));
                JsonNode sent = JSON.readTree(
                                proxied.post(Proxied.MESSAGES, "{}").body())
                        .path("content");
                String what = "seed " + seed + ", body " + i + ": " + body;
                List<String> calls = MessagesReadings.whole(sent);
                assertThat(OneReadingTest.ALLOWED).as(what).containsAll(calls);
                assertThat(MessagesReadings.ids(sent)).as(what).doesNotHaveDuplicates();
                passed += calls.isEmpty() ? 0 : 1;
            }
        }
        assertThat(passed)
                .as("responses with a call that passed, seed %d", seed)
                .isPositive();
    }

    /** The refused call has the id and the tool of the approved one; it went out in its place. */
    @ParameterizedTest
    @ValueSource(strings = {"[]", "\"{}\"", "\"{'env':'prod'}\"", "5", "false"})
    void aRefusedCallDoesNotGoOutInThePlaceOfAnApprovedOne(String input) throws Exception {
        String body = "{'type':'message','id':'m','role':'assistant','model':'m','content':["
            + "{'type':'tool_use','id':'x','name':'go','input':INPUT},{'type':'tool_use','id':'x','name':'go','input':{}}],"
            + "'stop_reason':'tool_use','stop_sequence':null,'usage':{'input_tokens':1,'output_tokens':1}}";
        try (Proxied proxied = Proxied.of(OneReadingTest.engine())) {
            proxied.play(Replay.json(body.replace('\'', '"').replace("INPUT", input.replace("'", "\\\""))));
            JsonNode sent =
                    JSON.readTree(proxied.post(Proxied.MESSAGES, "{}").body()).path("content");
            assertThat(MessagesReadings.whole(sent)).containsExactly("go{}");
        }
    }

    private static ObjectNode wholeBlock(Random random) throws Exception {
        ObjectNode block = random.nextInt(5) == 0 ? event("text").put("text", "So. ") : call(random);
        if (block.has("input")) {
            block.set(
                    "input",
                    JSON.readTree(any(
                            random,
                            List.of("{}", "{\"env\":\"test\"}", "{\"env\":\"prod\"}", "null", "[]", "\"{}\""))));
        }
        switch (random.nextInt(12)) {
            case 0 -> block.remove("input");
            case 1 -> renamed(random, block);
            case 2 -> block.put("index", random.nextInt(2));
            default -> {} // as it is
        }
        return block;
    }
}
