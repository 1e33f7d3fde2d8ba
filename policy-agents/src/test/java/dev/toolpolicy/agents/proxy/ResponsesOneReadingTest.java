package dev.toolpolicy.agents.proxy;

import static org.assertj.core.api.Assertions.assertThat;

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

/**
 * OpenAI responses whose events, indexes, ids, names and arguments are mutated: every reader takes what comes through
 * the proxy for the same calls, and each of them was judged and approved.
 */
class ResponsesOneReadingTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int BODIES = Integer.getInteger("toolpolicy.bodies", 30);
    private static final List<String> NAMES = List.of("deploy", "deploy", "git_status", "go", "go", "git");
    private static final List<String> IDS = List.of("x", "y", "z");
    private static final List<String> TEXTS =
            List.of("", "{}", "{\"env\":\"test\"}", "{\"env\":\"test\"}", "{\"env\":\"prod\"}", "null", "{\"env\":");

    private static <T> T any(Random random, List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private static ObjectNode event(String type) {
        return JSON.createObjectNode().put("type", "response." + type);
    }

    private static ObjectNode ofItem(String type, int index) {
        return event(type).put("output_index", index).put("item_id", "i" + index);
    }

    private static ObjectNode item(Random random, int index) {
        ObjectNode item = JSON.createObjectNode().put("id", "i" + index);
        if (random.nextInt(4) == 0) {
            item.put("type", "message").put("role", "assistant").put("status", "completed");
            item.putArray("content")
                    .addObject()
                    .put("type", "output_text")
                    .put("text", "So. ")
                    .putArray("annotations");
            return item;
        }
        return item.put("type", "function_call")
                .put("status", "completed")
                .put("call_id", any(random, IDS))
                .put("name", any(random, NAMES))
                .put("arguments", any(random, TEXTS));
    }

    /** An item as a provider streams it. */
    private static List<ObjectNode> streamed(Random random, ObjectNode item, int index) {
        List<ObjectNode> events = new ArrayList<>();
        ObjectNode added = event("output_item.added").put("output_index", index);
        ObjectNode begun = item.deepCopy().put("status", "in_progress");
        added.set("item", begun);
        events.add(added);
        if (item.has("call_id")) {
            String text = item.path("arguments").asText();
            begun.put("arguments", "");
            int cut = random.nextInt(text.length() + 1);
            events.add(ofItem("function_call_arguments.delta", index).put("delta", text.substring(0, cut)));
            events.add(ofItem("function_call_arguments.delta", index).put("delta", text.substring(cut)));
            events.add(ofItem("function_call_arguments.done", index).put("arguments", text));
        } else {
            begun.putArray("content");
            JsonNode part = item.at("/content/0");
            ObjectNode start = ofItem("content_part.added", index).put("content_index", 0);
            start.set("part", ((ObjectNode) part.deepCopy()).put("text", ""));
            events.add(start);
            events.add(
                    ofItem("output_text.delta", index).put("content_index", 0).put("delta", "So. "));
            events.add(ofItem("output_text.done", index).put("content_index", 0).put("text", "So. "));
        }
        ObjectNode done = event("output_item.done").put("output_index", index);
        done.set("item", item.deepCopy());
        events.add(done);
        return events;
    }

    private static List<ObjectNode> response(Random random) {
        List<ObjectNode> events = new ArrayList<>();
        ObjectNode begun = event("created");
        begun.putObject("response")
                .put("id", "r")
                .put("object", "response")
                .put("status", "in_progress")
                .putArray("output");
        events.add(begun);
        List<ObjectNode> items = new ArrayList<>();
        for (int i = 0, n = 1 + random.nextInt(3); i < n; i++) {
            ObjectNode item = item(random, i);
            items.add(item);
            events.addAll(streamed(random, item, i));
        }
        String status = any(random, List.of("completed", "completed", "completed", "incomplete"));
        ObjectNode end = event(status);
        ArrayNode output = end.putObject("response")
                .put("id", "r")
                .put("object", "response")
                .put("status", status)
                .putArray("output");
        items.forEach(item -> output.add(item.deepCopy()));
        events.add(end);
        for (int i = 0; i < events.size(); i++) {
            events.get(i).put("sequence_number", i);
        }
        return events;
    }

    /** Changes one event, its place, or how often it comes. */
    private static void mutate(Random random, List<ObjectNode> events) {
        int at = random.nextInt(events.size());
        int to = random.nextInt(events.size());
        ObjectNode event = events.get(at);
        switch (random.nextInt(12)) {
            case 0 -> Collections.swap(events, at, to);
            case 1 -> events.add(to, events.remove(at));
            case 2 -> events.add(to, event.deepCopy());
            case 3 -> event.remove(any(random, List.of("output_index", "item_id", "item", "sequence_number")));
            case 4 -> event.put("output_index", random.nextInt(3));
            case 5 -> event.put("item_id", "i" + random.nextInt(3));
            case 6 -> texts(random, event);
            case 7, 8 -> changed(random, event.path("item"));
            case 9 -> changed(random, events.get(events.size() - 1).at("/response/output/" + random.nextInt(2)));
            default -> {
                if (events.size() > 1) {
                    events.remove(at);
                }
            }
        }
    }

    private static void texts(Random random, ObjectNode event) {
        for (String member : List.of("delta", "arguments", "text")) {
            if (event.has(member)) {
                event.put(member, any(random, TEXTS));
            }
        }
    }

    private static void changed(Random random, JsonNode item) {
        if (!(item instanceof ObjectNode changed)) {
            return;
        }
        switch (random.nextInt(6)) {
            case 0 -> changed.remove(any(random, List.of("id", "call_id", "name", "arguments")));
            case 1 -> changed.put("name", any(random, NAMES));
            case 2 -> changed.put("arguments", any(random, TEXTS));
            case 3 ->
                changed.put("type", any(random, List.of("function_call", "custom_tool_call", "message", "mcp_call")));
            case 4 -> changed.put("status", "incomplete");
            default -> changed.put("id", "i" + random.nextInt(3));
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

    static List<JsonNode> events(String body) throws Exception {
        List<JsonNode> all = new ArrayList<>();
        for (String line : body.lines().filter(each -> each.startsWith("data:")).toList()) {
            all.add(JSON.readTree(line.substring(5)));
        }
        return all;
    }

    /** Asserts that all readings are the same, but for those that an error or an end without items leaves empty. */
    static List<String> assertOneReading(List<JsonNode> sent, String what) {
        boolean broken =
                sent.stream().anyMatch(event -> event.path("type").asText().equals("error"));
        TreeSet<String> readings = new TreeSet<>();
        List<String> calls = List.of();
        for (ResponsesReadings.Way way : ResponsesReadings.Way.values()) {
            List<String> read = ResponsesReadings.of(sent, way);
            boolean none = way == ResponsesReadings.Way.END
                    && sent.stream()
                            .allMatch(event -> event.at("/response/output").isEmpty());
            if (!none && !(broken && read.isEmpty())) {
                readings.add(read.toString());
                calls = read;
            }
        }
        assertThat(readings).as(what).hasSizeBetween(broken ? 0 : 1, 1);
        return calls;
    }

    @Test
    void everyReadingOfAStreamIsOneThatWasJudged() throws Exception {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        Random random = new Random(seed);
        int passed = 0;
        int changed = 0;
        try (Proxied proxied = Proxied.of(OneReadingTest.engine())) {
            for (int i = 0; i < BODIES; i++) {
                List<ObjectNode> events = response(random);
                int mutations = random.nextInt(4);
                for (int n = mutations; n > 0; n--) {
                    mutate(random, events);
                }
                String body = stream(random, events);
                proxied.play(Replay.events(body));
                String sent =
                        proxied.post(Proxied.RESPONSES, "{\"stream\":true}").body();
                List<String> calls =
                        assertOneReading(events(sent), "seed " + seed + ", body " + i + ": " + body + "\n=>\n" + sent);
                assertThat(OneReadingTest.ALLOWED).as(body).containsAll(calls);
                passed += calls.isEmpty() ? 0 : 1;
                changed += calls.isEmpty() || mutations == 0 ? 0 : 1;
            }
        }
        assertThat(passed)
                .as("responses with a call that passed, seed %d", seed)
                .isPositive();
        assertThat(changed)
                .as("changed ones with a call that passed, seed %d", seed)
                .isPositive();
    }

    @Test
    void everyReadingOfACompleteResponseIsOneThatWasJudged() throws Exception {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        Random random = new Random(seed);
        int passed = 0;
        try (Proxied proxied = Proxied.of(OneReadingTest.engine())) {
            for (int i = 0; i < BODIES; i++) {
                ObjectNode body =
                        JSON.createObjectNode().put("object", "response").put("status", "completed");
                ArrayNode output = body.putArray("output");
                for (int n = 0; n < 1 + random.nextInt(3); n++) {
                    output.add(item(random, n));
                }
                if (random.nextBoolean()) {
                    changed(random, output.get(0));
                }
                proxied.play(Replay.json(body.toString()));
                JsonNode sent = JSON.readTree(
                                proxied.post(Proxied.RESPONSES, "{}").body())
                        .path("output");
                String what = "seed " + seed + ", body " + i + ": " + body;
                List<String> calls = ResponsesReadings.calls(sent);
                assertThat(OneReadingTest.ALLOWED).as(what).containsAll(calls);
                assertThat(sent.findValuesAsText("call_id")).as(what).doesNotHaveDuplicates();
                passed += calls.isEmpty() ? 0 : 1;
            }
        }
        assertThat(passed)
                .as("responses with a call that passed, seed %d", seed)
                .isPositive();
    }
}
