package dev.toolpolicy.runtime.internal.flow;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.internal.schema.FlowFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The labels of a conversation as a client tells it: those of its tool results, by the calls that they answer. A result
 * that answers no call, or one of several, also carries those of a tool that no entry names. For one thread.
 */
public final class HistoryLabels {
    private final Flows engine;
    private final Map<String, List<Set<String>>> calls = new HashMap<>();
    private final Set<String> answered = new HashSet<>();
    private boolean isContinued;
    private boolean isPartly;

    HistoryLabels(Flows engine) {
        this.engine = engine;
    }

    /**
     * Adds a call of the model, or of its provider.
     *
     * @param arguments its arguments; null if they can't be read
     */
    public void call(String id, String tool, @Nullable ObjectNode arguments) {
        isContinued = true;
        calls.computeIfAbsent(id, known -> new ArrayList<>())
                .add(
                        arguments == null
                                ? engine.labels(tool)
                                : engine.brought(new ToolCall(id, tool, arguments))
                                        .labels());
    }

    /** Adds a tool result, a success or a failure. */
    public void result(String callId) {
        isContinued = true;
        answered.add(callId);
    }

    /** Adds an answer of the model, so that the conversation has a past. */
    public void answer() {
        isContinued = true;
    }

    /** Notes that the model also reads what isn't told here. */
    public void unseen() {
        isPartly = true;
    }

    /**
     * Returns the labels of all results.
     *
     * @param isKnown whether the conversation was followed from its begin. The past of another one can have been left out
     */
    public Set<String> labels(boolean isKnown) {
        Set<String> labels = new TreeSet<>();
        boolean isWhole = !isPartly && (isKnown || !isContinued);
        for (String id : answered) {
            List<Set<String>> asked = calls.getOrDefault(id, List.of());
            asked.forEach(labels::addAll);
            isWhole &= asked.size() == 1;
        }
        if (!isWhole) {
            labels.add(FlowFacts.UNTRUSTED);
        }
        return labels;
    }
}
