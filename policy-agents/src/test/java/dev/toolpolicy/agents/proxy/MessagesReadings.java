package dev.toolpolicy.agents.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The ways in which clients read the calls of an Anthropic message. */
final class MessagesReadings {
    /** The ways in which clients find the block of an event. */
    enum Place {
        /** By its index, kept in a map. */
        INDEX,
        /** Blocks in the order of their starts, deltas at the index; without one, at the first block. */
        AT,
        /** Always the block that started last. */
        ORDER,
        /** By the id of the block that started last. */
        ID
    }

    /** The ways in which clients read a block that starts twice. */
    enum Repeated {
        FIRST,
        LAST,
        JOINED,
        /** Only pieces are input: what is in the start is not read. */
        PIECES
    }

    private final Place place;
    private final Repeated repeated;
    private final Map<String, Block> blocks = new LinkedHashMap<>();
    private String latest = "none";

    /** A block as a client has it. */
    private static final class Block {
        private boolean call;
        private String name = "";
        private String given = "";
        private final StringBuilder text = new StringBuilder();

        void start(JsonNode block, Repeated repeated) {
            boolean again = call;
            call = call || block.path("type").asText().equals("tool_use");
            String more = block.path("name").asText("");
            String input = block.path("input").isEmpty() && !block.path("input").isNull()
                    ? ""
                    : block.path("input").toString();
            if (!again || repeated == Repeated.LAST) {
                name = more;
                given = repeated == Repeated.PIECES ? "" : input;
                text.setLength(0);
            } else if (repeated == Repeated.JOINED) {
                name += more;
                given += input;
            }
        }
    }

    private MessagesReadings(Place place, Repeated repeated) {
        this.place = place;
        this.repeated = repeated;
    }

    /** The calls of a stream's events. */
    static List<String> of(List<JsonNode> events, Place place, Repeated repeated) {
        MessagesReadings readings = new MessagesReadings(place, repeated);
        events.forEach(readings::take);
        return readings.blocks.values().stream()
                .filter(block -> block.call)
                .map(block -> call(block.name, block.given + block.text))
                .toList();
    }

    private void take(JsonNode event) {
        JsonNode start = event.path("content_block");
        if (event.path("type").asText().equals("content_block_start")) {
            latest = switch (place) {
                case INDEX -> key(event);
                case AT, ORDER -> "at " + blocks.size();
                case ID -> start.hasNonNull("id") ? "id " + start.path("id").asText() : "text " + blocks.size();
            };
            blocks.computeIfAbsent(latest, unseen -> new Block()).start(start, repeated);
        }
        String more = event.path("delta").path("partial_json").asText("");
        if (!more.isEmpty()) {
            String at = place == Place.INDEX || place == Place.AT ? key(event) : latest;
            blocks.computeIfAbsent(at, unseen -> new Block()).text.append(more);
        }
    }

    private static String key(JsonNode event) {
        return "at " + event.path("index").asInt(0);
    }

    /** The calls of a complete message. */
    static List<String> whole(JsonNode content) {
        List<String> calls = new ArrayList<>();
        for (JsonNode block : content) {
            if (block.path("type").asText().equals("tool_use")) {
                calls.add(call(
                        block.path("name").asText(),
                        block.path("input").isMissingNode()
                                ? ""
                                : block.path("input").toString()));
            }
        }
        return calls;
    }

    /** The ids of the calls of a complete message. */
    static List<String> ids(JsonNode content) {
        List<String> ids = new ArrayList<>();
        for (JsonNode block : content) {
            if (block.path("type").asText().equals("tool_use")) {
                ids.add(block.path("id").asText());
            }
        }
        return ids;
    }

    /** A call in a word; no arguments, an empty object and null are the same. */
    static String call(String name, String text) {
        return name + (text.isBlank() || text.strip().equals("null") ? "{}" : text);
    }
}
