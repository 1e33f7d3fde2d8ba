package dev.toolpolicy.agents.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The ways in which clients read the calls of an OpenAI response. */
final class ResponsesReadings {
    /** The events that a client reads. */
    enum Way {
        /** Added items and their pieces, by the item's index. */
        INDEX,
        /** Added items and their pieces, by the item's id. */
        ID,
        /** Added items and pieces, which belong to the item that was added last. */
        ORDER,
        /** As by index, without the arguments that an added item has already. */
        PIECES,
        /** Added items, and the whole text of their arguments. */
        TEXT,
        /** Items that are done. */
        ITEM,
        /** The response at the end. */
        END
    }

    private ResponsesReadings() {}

    /** The calls of a stream's events. */
    static List<String> of(List<JsonNode> events, Way way) {
        if (way == Way.ITEM || way == Way.END) {
            return whole(events, way);
        }
        Map<String, StringBuilder> calls = new LinkedHashMap<>();
        Map<String, String> names = new LinkedHashMap<>();
        String latest = "none";
        for (JsonNode event : events) {
            String type = event.path("type").asText();
            JsonNode item = event.path("item");
            if (type.equals("response.output_item.added")) {
                latest = key(event, item.path("id"), way, "no " + calls.size());
                if (item.path("type").asText().equals("function_call")) {
                    names.put(latest, item.path("name").asText());
                    calls.put(
                            latest,
                            new StringBuilder(
                                    way == Way.PIECES || way == Way.TEXT
                                            ? ""
                                            : item.path("arguments").asText()));
                }
            }
            String piece = way == Way.TEXT ? "response.function_call_arguments.done" : "";
            if (type.equals(piece) || piece.isEmpty() && type.equals("response.function_call_arguments.delta")) {
                calls.computeIfAbsent(key(event, event.path("item_id"), way, latest), unseen -> new StringBuilder())
                        .append(event.path(piece.isEmpty() ? "delta" : "arguments")
                                .asText());
            }
        }
        List<String> read = new ArrayList<>();
        calls.forEach(
                (key, text) -> read.add(MessagesReadings.call(names.getOrDefault(key, "unnamed"), text.toString())));
        return read;
    }

    private static String key(JsonNode event, JsonNode id, Way way, String latest) {
        return switch (way) {
            case ID -> "id " + id.asText();
            case ORDER -> latest;
            default -> "at " + event.path("output_index").asInt(0);
        };
    }

    private static List<String> whole(List<JsonNode> events, Way way) {
        List<String> calls = new ArrayList<>();
        for (JsonNode event : events) {
            if (way == Way.ITEM && event.path("type").asText().equals("response.output_item.done")) {
                calls.addAll(calls(List.of(event.path("item"))));
            } else if (way == Way.END) {
                calls.addAll(calls(event.path("response").path("output")));
            }
        }
        return calls;
    }

    /** The calls of complete items. */
    static List<String> calls(Iterable<JsonNode> items) {
        List<String> calls = new ArrayList<>();
        for (JsonNode item : items) {
            if (item.path("type").asText().endsWith("_call")) {
                calls.add(MessagesReadings.call(
                        item.path("name").asText(), item.path("arguments").asText()));
            }
        }
        return calls;
    }
}
