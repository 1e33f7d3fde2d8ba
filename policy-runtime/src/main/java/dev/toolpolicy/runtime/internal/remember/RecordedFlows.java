package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.analysis.internal.read.Membership;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.runtime.internal.flow.FlowRecorder;
import dev.toolpolicy.runtime.internal.flow.FlowView;
import dev.toolpolicy.runtime.internal.flow.HistoryLabels;
import dev.toolpolicy.runtime.internal.flow.Turn;
import dev.toolpolicy.runtime.store.StoreException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The flows of one session: what its calls know, and what its host says. Safe for use from any thread. */
public final class RecordedFlows {
    private final SharedState state;
    private final FlowRecorder flows;
    private final Outcomes outcomes;
    private final Telemetry telemetry;
    private final FamilyLimits family;
    /** The session that this one was begun in; null if it wasn't, or not by this object. */
    private volatile @Nullable RecordedFlows parent;

    RecordedFlows(SharedState state, Outcomes outcomes, Telemetry telemetry, FamilyLimits family) {
        this.state = state;
        this.flows = state.flows();
        this.outcomes = outcomes;
        this.telemetry = telemetry;
        this.family = family;
    }

    /** Returns what the calls of a response know. If the state can't be read, that is every label and no value. */
    public Membership known(Turn turn) {
        if (!flows.checkOn()) {
            return Membership.NONE;
        }
        try {
            return view(turn);
        } catch (StoreException e) {
            telemetry.unavailable(e);
            return FlowView.unknown();
        }
    }

    /**
     * Returns what the calls of a response know.
     *
     * @throws StoreException if the state can't be read
     */
    public FlowView view(Turn turn) {
        outcomes.flush();
        return flows.view(state.newest().stored().parts(), turn);
    }

    /** Returns whether flows are recorded. */
    public boolean isOn() {
        return flows.checkOn();
    }

    /**
     * Adds the labels of a tool's results that reach the model without a call here, for any arguments.
     *
     * @throws StoreException if they can't be stored
     */
    public void deliver(String tool) {
        label(flows.labels(tool));
    }

    /**
     * Adds the labels of a conversation as a client tells it.
     *
     * @param reader tells the conversation
     * @throws StoreException if they can't be stored
     */
    public void tell(Consumer<? super HistoryLabels> reader) {
        if (flows.checkOn()) {
            HistoryLabels history = flows.history();
            reader.accept(history);
            boolean isKnown = flows.read(state.newest().stored().parts()).isRecorded();
            add(history.labels(isKnown));
        }
    }

    /**
     * Adds labels of text that reaches the model by another way than results.
     *
     * @throws StoreException if they can't be stored
     */
    public void label(Collection<String> labels) {
        if (flows.checkOn() && !labels.isEmpty()) {
            add(labels);
        }
    }

    private void add(Collection<String> labels) {
        Instant now = state.now();
        Set<String> added = state.change(draft -> flows.label(draft, labels, now));
        added.forEach(label -> telemetry.labelled(nobody(), now, label));
    }

    /**
     * Adds what a message of the user names.
     *
     * @throws StoreException if it can't be stored
     */
    public void say(List<String> parts) {
        if (parent == null && flows.checkOn() && state.change(draft -> flows.say(draft, parts))) {
            telemetry.full(nobody(), state.now(), FlowFacts.REQUEST);
        }
    }

    /** Returns no call, for events that none is the reason of. */
    private static ToolCall nobody() {
        return new ToolCall("", "", JsonNodeFactory.instance.objectNode());
    }

    /**
     * Begins this session as the child of another one, with its labels, sets and request. Its calls count in that one.
     *
     * @throws IllegalArgumentException if it is the child of a third one
     * @throws StoreException if it can't be stored
     */
    public void beginIn(RecordedFlows other) {
        if (flows.checkOn()) {
            other.state.update(other.flows::mark);
        }
        SessionState from = other.state.newest();
        state.update(draft -> {
            flows.adopt(draft, from.stored().parts(), other.state.session());
            flows.mark(draft);
        });
        parent = other;
        family.beginIn(other.family);
    }

    /**
     * Adds this session's labels to the session whose model is its user, if it has one.
     *
     * @throws StoreException if they can't be stored
     */
    public void joinParent() {
        JsonNode id = state.known().part(SessionState.PARENT);
        RecordedFlows known = parent == null && id != null ? another(id.asText()) : parent;
        if (known != null && flows.checkOn()) {
            known.label(view(new Turn()).labels());
        }
    }

    /** Returns the flows of another session in this one's store. */
    private RecordedFlows another(String id) {
        SharedState its = new SharedState(id, state.settings(), flows.ofAnotherSession());
        return new RecordedFlows(its, outcomes, new Telemetry(id, state.settings()), family);
    }
}
