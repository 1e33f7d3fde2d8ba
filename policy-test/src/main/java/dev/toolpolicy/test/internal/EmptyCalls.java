package dev.toolpolicy.test.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Bodies with one call, of {@code list_files}, without arguments: cut after its name, or complete. Written by hand;
 * each is named by its end.
 */
public final class EmptyCalls {
    /** The call's tool, whose parameters are all optional. */
    public static final String TOOL = "list_files";

    private EmptyCalls() {}

    /** A format of bodies. */
    public enum Format {
        CHAT,
        RESPONSES,
        MESSAGES;

        /** Returns the bodies that were cut, by their names. */
        public Map<String, String> cut() {
            return switch (this) {
                case CHAT ->
                    chat(
                            List.of(
                                    "",
                                    ",\"arguments\":\"\"",
                                    ",\"arguments\":null",
                                    ",\"arguments\":\" \"",
                                    ",\"arguments\":\"null\"",
                                    ",\"arguments\":\"nul\""),
                            List.of("length", "content_filter", "error", "safety", ""));
                case RESPONSES -> cutResponses();
                case MESSAGES -> cutMessages();
            };
        }

        /** Returns the bodies that ended well, by their names. */
        public Map<String, String> whole() {
            return switch (this) {
                case CHAT ->
                    chat(
                            List.of(
                                    "",
                                    ",\"arguments\":\"\"",
                                    ",\"arguments\":\" \"",
                                    ",\"arguments\":\"null\"",
                                    ",\"arguments\":\"{}\""),
                            List.of("tool_calls", "stop"));
                case RESPONSES -> wholeResponses();
                case MESSAGES -> wholeMessages();
            };
        }
    }

    private static String data(String json) {
        String type = json.startsWith("{\"type\":\"") ? "event: " + json.substring(9, json.indexOf('"', 9)) + "\n" : "";
        return type + "data: " + json + "\n\n";
    }

    private static Map<String, String> chat(List<String> arguments, List<String> reasons) {
        Map<String, String> bodies = new LinkedHashMap<>();
        for (String text : arguments) {
            String start = chunk(
                    "{\"role\":\"assistant\",\"tool_calls\":[{\"index\":0,\"id\":\"c1\",\"type\":\"function\","
                            + "\"function\":{\"name\":\"list_files\"" + text + "}}]}",
                    "null");
            for (String reason : reasons) {
                String finished = start + chunk("{}", '"' + reason + '"');
                bodies.put("call" + text + ", finish reason \"" + reason + "\"", finished + "data: [DONE]\n\n");
                bodies.put("call" + text + ", finish reason \"" + reason + "\", no [DONE]", finished);
            }
            if (!reasons.contains("stop")) {
                bodies.put("call" + text + ", no finish reason", start + "data: [DONE]\n\n");
                bodies.put("call" + text + ", then nothing", start);
            }
        }
        return bodies;
    }

    private static String chunk(String delta, String reason) {
        return data(
                "{\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":[{\"index\":0,"
                    + "\"delta\":" + delta + ",\"finish_reason\":" + reason + "}]}");
    }

    private static String started(String delta) {
        return data(
                        "{\"type\":\"message_start\",\"message\":{\"id\":\"m1\",\"type\":\"message\",\"role\":\"assistant\","
                            + "\"model\":\"m\",\"content\":[],\"stop_reason\":null,\"stop_sequence\":null,"
                            + "\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}}")
                + data(
                        "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"tool_use\",\"id\":\"c1\","
                            + "\"name\":\"list_files\",\"input\":{}}}")
                + (delta.equals("-")
                        ? ""
                        : data("{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{"
                                + "\"type\":\"input_json_delta\",\"partial_json\":\"" + delta + "\"}}"));
    }

    private static final String STOPPED = data("{\"type\":\"content_block_stop\",\"index\":0}");
    private static final String MESSAGE_STOP = data("{\"type\":\"message_stop\"}");

    private static String reason(String reason) {
        return data("{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":" + reason + ",\"stop_sequence\":null},"
                + "\"usage\":{\"output_tokens\":9}}");
    }

    private static Map<String, String> cutMessages() {
        Map<String, String> bodies = new LinkedHashMap<>();
        for (String delta : List.of("-", "", "null")) {
            String call = "block" + (delta.equals("-") ? "" : " with \"" + delta + "\"");
            String start = started(delta);
            for (String why :
                    List.of("max_tokens", "refusal", "pause_turn", "model_context_window_exceeded", "later")) {
                String reason = reason('"' + why + '"');
                bodies.put(call + ", stopped, " + why, start + STOPPED + reason + MESSAGE_STOP);
                bodies.put(call + ", " + why, start + reason + MESSAGE_STOP);
            }
            bodies.put(call + ", stopped, max_tokens, no message_stop", start + STOPPED + reason("\"max_tokens\""));
            bodies.put(call + ", not stopped, tool_use", start + reason("\"tool_use\"") + MESSAGE_STOP);
            bodies.put(call + ", stopped, no reason", start + STOPPED + reason("null") + MESSAGE_STOP);
            bodies.put(call + ", stopped, message_stop alone", start + STOPPED + MESSAGE_STOP);
            bodies.put(call + ", stopped, then nothing", start + STOPPED);
            bodies.put(call + ", then nothing", start);
        }
        return bodies;
    }

    private static Map<String, String> wholeMessages() {
        Map<String, String> bodies = new LinkedHashMap<>();
        for (String delta : List.of("-", "", "{}", "{ }", "null")) {
            for (String why : List.of("tool_use", "end_turn")) {
                bodies.put(
                        "block with " + delta + ", " + why,
                        started(delta) + STOPPED + reason('"' + why + '"') + MESSAGE_STOP);
            }
        }
        return bodies;
    }

    private static String item(String event, String arguments, String status) {
        return data(
                "{\"type\":\"response.output_item." + event + "\",\"sequence_number\":1,\"output_index\":0,\"item\":{"
                                                            + "\"type\":\"function_call\",\"id\":\"i1\",\"call_id\":\"c1\",\"name\":\"list_files\",\"arguments\":\""
                        + arguments + "\",\"status\":\"" + status + "\"}}");
    }

    private static String arguments(String event, String name, String text) {
        return data(
                "{\"type\":\"response.function_call_arguments." + event + "\",\"sequence_number\":2,\"output_index\":0,"
                        + "\"item_id\":\"i1\",\"name\":\"list_files\",\"" + name + "\":\"" + text + "\"}");
    }

    private static String response(String event, String status) {
        return data("{\"type\":\"response." + event
                + "\",\"sequence_number\":9,\"response\":{\"id\":\"r\",\"object\":\"response\","
                + "\"created_at\":1,\"status\":\"" + status + "\",\"model\":\"m\",\"output\":[]}}");
    }

    /** Returns the items of a call without argument text, in each form that a last event may give them. */
    private static Map<String, String> items(boolean piece) {
        String added = item("added", "", "in_progress");
        Map<String, String> items = new LinkedHashMap<>();
        items.put("item done", added + item("done", "", "completed"));
        items.put("item done with null", added + item("done", "null", "completed"));
        items.put("item done with {}", added + item("done", "{}", "completed"));
        items.put(
                "empty pieces, item done",
                added
                        + arguments("delta", "delta", "")
                        + arguments("done", "arguments", "")
                        + item("done", "", "completed"));
        items.put(
                "arguments done with {}",
                added + arguments("done", "arguments", "{}") + item("done", "{}", "completed"));
        items.put("a null, item done", added + arguments("delta", "delta", "null") + item("done", "null", "completed"));
        if (piece) {
            items.put(
                    "a piece, item done", added + arguments("delta", "delta", "{}") + item("done", "{}", "completed"));
        }
        return items;
    }

    private static Map<String, String> cutResponses() {
        Map<String, String> items = items(false);
        items.put("item added", item("added", "", "in_progress"));
        items.put("item incomplete", item("added", "", "in_progress") + item("done", "", "incomplete"));
        List<List<String>> ends = new ArrayList<>();
        for (String status : List.of("incomplete", "failed", "cancelled", "later")) {
            ends.add(List.of("completed", status));
        }
        ends.add(List.of("incomplete", "incomplete"));
        ends.add(List.of("failed", "failed"));
        Map<String, String> bodies = new LinkedHashMap<>();
        items.forEach((name, item) -> {
            ends.forEach(end -> bodies.put(
                    name + ", response." + end.get(0) + " that is " + end.get(1),
                    item + response(end.get(0), end.get(1))));
            bodies.put(name + ", then nothing", item);
        });
        bodies.put(
                "item incomplete, response completed",
                items.get("item incomplete") + response("completed", "completed"));
        return bodies;
    }

    private static Map<String, String> wholeResponses() {
        Map<String, String> bodies = new LinkedHashMap<>();
        items(true).forEach((name, item) -> bodies.put(name, item + response("completed", "completed")));
        return bodies;
    }
}
