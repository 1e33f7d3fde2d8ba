package dev.toolpolicy.runtime.internal.flow;

import dev.toolpolicy.ToolCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The labels of a conversation as a client tells it: those of its tool results, by the calls that they answer. A result
 * that answers no call, or one of several, also carries those of a tool that no entry names. For one thread.
 */
public final class HistoryLabels {
    private final Flows engine;
    private final Map<String, List<ToolCall>> calls = new HashMap<>();
    private final Set<String> answered = new TreeSet<>();

    HistoryLabels(Flows engine) {
        this.engine = engine;
    }

    /** Adds a call of the model. */
    public void call(ToolCall call) {
        calls.computeIfAbsent(call.id(), id -> new ArrayList<>()).add(call);
    }

    /** Adds a tool result, a success or a failure. */
    public void result(String callId) {
        answered.add(callId);
    }

    /** Returns the labels of all results; none if the engine records no flows. */
    public Set<String> labels() {
        Set<String> labels = new TreeSet<>();
        if (engine.isOn()) {
            for (String id : answered) {
                List<ToolCall> asked = calls.getOrDefault(id, List.of());
                asked.forEach(call -> labels.addAll(engine.brought(call).labels()));
                if (asked.size() != 1) {
                    labels.addAll(ResultEntries.Brought.STRANGERS.labels());
                }
            }
        }
        return labels;
    }
}
