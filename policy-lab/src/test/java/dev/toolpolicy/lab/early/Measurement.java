package dev.toolpolicy.lab.early;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.ToolCallStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The result of a measurement.
 *
 * @param kinds the kinds of tools, in order
 * @param timings one for each valid call
 * @param invalid how many calls of these tools were left out, since their text breaks the schema or was cut
 */
record Measurement(List<String> kinds, List<Timing> timings, int invalid) {
    Measurement {
        kinds = List.copyOf(kinds);
        timings = List.copyOf(timings);
    }

    /** Plays recorded calls, vectors with a tool and the chunks of a text, character by character. */
    static Measurement of(AgentTools tools, Iterable<JsonNode> calls) {
        List<Timing> timings = new ArrayList<>();
        int invalid = 0;
        for (JsonNode recorded : calls) {
            String tool = recorded.at("/tool/name").textValue();
            if (tools.kind(tool).isEmpty()) {
                continue;
            }
            String text = text(recorded);
            Optional<Decided> found = decided(tools, tool, text);
            if (found.isEmpty()) {
                invalid++;
            } else {
                int decided = found.get().at;
                Integer end = decided == 0
                        ? Integer.valueOf(0)
                        : ParameterEnds.of(text).ceiling(decided);
                timings.add(
                        new Timing(tools.kind(tool).orElseThrow(), text.length(), decided, end, found.get().answer));
            }
        }
        return new Measurement(tools.kinds(), timings, invalid);
    }

    private static String text(JsonNode recorded) {
        StringBuilder text = new StringBuilder();
        recorded.get("chunks").forEach(chunk -> text.append(chunk.textValue()));
        return text.toString();
    }

    private record Decided(int at, Mode answer) {}

    /** Returns the number of characters after which a call is decided, and the answer; empty if it is invalid. */
    private static Optional<Decided> decided(AgentTools tools, String tool, String text) {
        try (PolicySession session = tools.engine().session("measurement")) {
            ToolCallStream call = session.calls().call("", tool);
            int read = 0;
            Optional<Decided> decided = at(call, 0);
            while (read < text.length()) {
                call.append(text.substring(read, read + 1));
                read++;
                decided = decided.isPresent() ? decided : at(call, read);
            }
            return call.finish().error().isPresent() ? Optional.empty() : decided;
        }
    }

    private static Optional<Decided> at(ToolCallStream call, int read) {
        return call.decision().map(decision -> new Decided(read, decision.mode()));
    }

    /** Returns the timings of the tools of one kind. */
    List<Timing> of(String kind) {
        return timings.stream().filter(timing -> timing.kind().equals(kind)).toList();
    }
}
