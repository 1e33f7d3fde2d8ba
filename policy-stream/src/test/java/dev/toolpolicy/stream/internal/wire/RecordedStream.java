package dev.toolpolicy.stream.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.runtime.internal.adapter.TurnSink;
import dev.toolpolicy.shared.SharedData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** One row of the catalogue of recorded streams: the calls, and the body where it was recorded whole. */
record RecordedStream(String name, WireFormat format, JsonNode recording, Optional<Path> body) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Who is to run a call. */
    enum Owner {
        SERVICE,
        PROVIDER,
        SERVICE_FREE_TEXT
    }

    /** A call as it is listed, in the chunks that arrived. */
    record Call(String id, String name, Owner owner, List<String> chunks) {
        /** Its text as it counts: none of a call that the provider runs, and none that is JSON of one of free text. */
        List<String> told() {
            return switch (owner) {
                case SERVICE -> chunks;
                case PROVIDER -> List.of();
                case SERVICE_FREE_TEXT -> List.of(TurnSink.FREE_TEXT);
            };
        }

        AssembledCall assembled() {
            return new AssembledCall(id, name, owner == Owner.PROVIDER, String.join("", told()));
        }
    }

    private static final Map<String, WireFormat> FORMATS = Map.of(
            "openai.chat", WireFormat.CHAT_COMPLETIONS,
            "openai.responses", WireFormat.RESPONSES,
            "anthropic.messages", WireFormat.MESSAGES);

    static List<RecordedStream> all() {
        List<RecordedStream> all = new ArrayList<>(all(SharedData.path("streams")));
        all.addAll(all(SharedData.path("streams-2")));
        return all;
    }

    private static List<RecordedStream> all(Path folder) {
        try (Stream<String> rows = Files.lines(folder.resolve("catalogue.jsonl"))) {
            return rows.map(RecordedStream::tree)
                    .filter(row -> FORMATS.containsKey(row.get("api").textValue()))
                    .map(row -> of(folder, row))
                    .filter(stream -> !stream.sequence().isEmpty())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RecordedStream of(Path folder, JsonNode row) {
        Path file = folder.resolve(row.get("file").textValue());
        WireFormat format = FORMATS.get(row.get("api").textValue());
        Optional<Path> body = Optional.ofNullable(row.get("sse")).map(sse -> folder.resolve(sse.textValue()));
        return new RecordedStream(file.getFileName().toString(), format, tree(text(file)), body);
    }

    private static JsonNode tree(String json) {
        try {
            return JSON.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Call> calls() {
        List<Call> calls = new ArrayList<>();
        for (JsonNode call : recording.get("calls")) {
            List<String> chunks = new ArrayList<>();
            call.get("chunks").forEach(chunk -> chunks.add(chunk.textValue()));
            calls.add(new Call(call.get("id").asText(), call.get("name").asText(), owner(call), chunks));
        }
        return calls;
    }

    /** For each chunk in the order of the response, the number of its call. */
    List<Integer> sequence() {
        List<Integer> sequence = new ArrayList<>();
        if (recording.has("sequence")) {
            recording.get("sequence").forEach(number -> sequence.add(number.intValue()));
            return sequence;
        }
        List<Call> calls = calls();
        for (int i = 0; i < calls.size(); i++) {
            for (int chunk = 0; chunk < calls.get(i).chunks().size(); chunk++) {
                sequence.add(i);
            }
        }
        return sequence;
    }

    String stopReason() {
        return recording.path("stop_reason").asText("");
    }

    private static Owner owner(JsonNode call) {
        return switch (call.get("kind").textValue()) {
            case "function" -> Owner.SERVICE;
            case "custom_tool_call" -> Owner.SERVICE_FREE_TEXT;
            case "server_tool_use", "mcp_tool_use", "mcp_call" -> Owner.PROVIDER;
            default -> throw new AssertionError(call.get("kind"));
        };
    }

    @Override
    public String toString() {
        return name;
    }
}
