package dev.toolpolicy.lab.agentdojo;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** The decisions of a replay as lines of JSON, for other programs. */
final class RecordLines {
    private RecordLines() {}

    /** Returns one line for each decision, in the order of the suite. */
    static List<String> of(Replay replay) {
        List<String> lines = new ArrayList<>();
        for (PlayedTask played : replay.tasks()) {
            add(lines, replay, "user", played.task().id(), "", played.verdicts());
        }
        for (PlayedPair played : replay.pairs()) {
            add(lines, replay, "injection", played.attack().id(), played.task().id(), played.verdicts());
        }
        return lines;
    }

    private static void add(
            List<String> lines, Replay replay, String kind, String task, String pair, List<Verdict> verdicts) {
        for (int call = 0; call < verdicts.size(); call++) {
            ObjectNode line = JsonNodeFactory.instance
                    .objectNode()
                    .put("suite", replay.suite().name())
                    .put("kind", kind)
                    .put("task", task)
                    .put("call", call)
                    .put("mode", verdicts.get(call).mode().word());
            if (!pair.isEmpty()) {
                line.put("pair", pair);
            }
            lines.add(line.toString());
        }
    }
}
