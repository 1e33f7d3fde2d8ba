package dev.toolpolicy.runtime.internal.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.runtime.internal.flow.Digests.Digest;
import dev.toolpolicy.runtime.internal.flow.Digests.Forms;
import dev.toolpolicy.runtime.internal.flow.ValueRows.Row;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** The recording of one session's flows, for one object of the session. Safe for use from any thread. */
public final class FlowRecorder {
    private static final int KEY_BYTES = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Supplier<Flows> engine;
    private volatile SessionFlows last = SessionFlows.NONE;
    /** Whether calls may have run unrecorded. */
    private volatile boolean missed;

    /**
     * Creates a recorder.
     *
     * @param engine returns what the engine records now
     */
    public FlowRecorder(Supplier<Flows> engine) {
        this.engine = engine;
        checkOn();
    }

    /** Returns a recorder of the same engine for another session. */
    public FlowRecorder ofAnotherSession() {
        return new FlowRecorder(engine);
    }

    /** Returns the labels of a conversation that a client tells, without any yet. */
    public HistoryLabels history() {
        return new HistoryLabels(engine.get());
    }

    /** Checks whether the engine records flows now. If it doesn't, notes that something was missed, for good. */
    public boolean checkOn() {
        boolean on = engine.get().isOn();
        if (!on) {
            missed = true;
        }
        return on;
    }

    /** Reads a session's parts. A session that has lost its state has every label. */
    public SessionFlows read(Map<String, JsonNode> parts) {
        SessionFlows before = last;
        SessionFlows now = before.with(parts);
        missed |= before.isRecorded() && parts.isEmpty();
        last = now;
        return now;
    }

    /** Reads a state that is being changed, which may never be stored. */
    private SessionFlows read(FlowParts draft) {
        return last.with(draft.parts());
    }

    /** Forgets what was read, since the session was cleared. */
    public void clear() {
        last = SessionFlows.NONE;
        missed = false;
        checkOn();
    }

    /** Returns what the calls of a response know of a session. */
    public FlowView view(Map<String, JsonNode> parts, Turn turn) {
        SessionFlows flows = read(parts);
        Set<String> labels = new TreeSet<>(turn.open(flows));
        flows.labels().forEach((label, row) -> {
            if (!turn.hasName(row.path(SessionFlows.TURN).asText())) {
                labels.add(label);
            }
        });
        if (missed || flows.isUnknown()) {
            labels.add(SessionFlows.EVERY);
        }
        return new FlowView(engine.get(), flows, turn, labels);
    }

    /** Completes a change of a session's state: its key, and the mark that not everything was recorded. */
    public void mark(FlowParts draft) {
        boolean isMarked = draft.get(SessionFlows.KEY) != null;
        boolean on = checkOn();
        if (on && !isMarked) {
            byte[] random = new byte[KEY_BYTES];
            RANDOM.nextBytes(random);
            draft.put(SessionFlows.KEY, TextNode.valueOf(Base64.getEncoder().encodeToString(random)));
        }
        boolean isWhole = on ? !missed && (isMarked || draft.isNew()) : !isMarked;
        if (!isWhole && draft.get(SessionFlows.LABEL + SessionFlows.EVERY) == null) {
            SessionLabels.add(draft, SessionFlows.EVERY, Instant.EPOCH);
        }
    }

    /** Returns the labels that an outcome of a call will bring; none if no flows are recorded. */
    public Set<String> expected(ToolCall call) {
        return checkOn() ? engine.get().brought(call).labels() : Set.of();
    }

    /** Returns the labels that results of a tool can bring, with any arguments. */
    public Set<String> labels(String tool) {
        return checkOn() ? engine.get().labels(tool) : Set.of();
    }

    /** Returns whether a session lacks one of some labels, for some response. */
    public static boolean lacks(Map<String, JsonNode> parts, Set<String> labels) {
        return labels.stream()
                .map(label -> parts.get(SessionFlows.LABEL + label))
                .anyMatch(known -> known == null || known.has(SessionFlows.TURN));
    }

    /** Returns whether the text of an outcome certainly brings nothing that the session lacks. */
    public boolean bringsNothing(Arrival arrival, Map<String, JsonNode> parts) {
        ToolResult result = arrival.result();
        boolean hasValues = result.isSuccess()
                && !engine.get().brought(arrival.call()).sources().isEmpty();
        return arrival.reach() == Arrival.Reach.NOBODY
                || !hasValues && result.labels().isEmpty() && !lacks(parts, expected(arrival.call()));
    }

    /**
     * Records what the text of an outcome brings.
     *
     * @param draft the session's state
     * @param arrival the outcome
     * @param begun the labels that the call was expected to bring when it began
     */
    public void arrive(FlowParts draft, Arrival arrival, Collection<String> begun) {
        arrival.begin();
        if (!checkOn() || arrival.reach() == Arrival.Reach.NOBODY) {
            return;
        }
        ResultEntries.Brought brought = engine.get().brought(arrival.call());
        Set<String> labels = new TreeSet<>(brought.labels());
        labels.addAll(begun);
        ToolResult result = arrival.result();
        result.labels().forEach(label -> labels.add(FlowFacts.isName(label) ? label : SessionFlows.EVERY));
        boolean isWhole = result.isSuccess() && arrival.reach() == Arrival.Reach.MODEL;
        if (labels.isEmpty() && (!isWhole || brought.sources().isEmpty())) {
            return;
        }
        mark(draft);
        if (isWhole) {
            String text = result.value().isTextual()
                    ? result.value().textValue()
                    : result.value().toString();
            fill(draft, arrival, text, sources(brought, labels));
        }
        labels.forEach(label -> SessionLabels.add(draft, label, arrival));
    }

    /** Returns the places whose values join sets, by the labels that the result in fact has. */
    private static Map<String, ResultSpec.Source> sources(ResultEntries.Brought brought, Set<String> labels) {
        boolean untrusted = labels.contains(FlowFacts.UNTRUSTED) || labels.contains(SessionFlows.EVERY);
        if (!untrusted) {
            return brought.sources();
        }
        Map<String, ResultSpec.Source> trusted = new LinkedHashMap<>(brought.sources());
        boolean bySelf = brought.labels().contains(FlowFacts.UNTRUSTED);
        trusted.values().removeIf(source -> !bySelf || !source.isTrusted());
        return trusted;
    }

    private void fill(FlowParts draft, Arrival arrival, String text, Map<String, ResultSpec.Source> sources) {
        if (!sources.isEmpty()) {
            SessionFlows flows = read(draft);
            ResultValues.of(text, sources).forEach((set, values) -> {
                if (add(draft, flows, set, values, arrival.turn().id())) {
                    arrival.full().add(set);
                }
            });
        }
    }

    /** Adds values to a set, as one row behind the others. Returns whether that made the set full. */
    private boolean add(FlowParts draft, SessionFlows flows, String set, Collection<String> texts, String turn) {
        Digests digests = flows.digests(engine.get().settings());
        if (digests == null) {
            return false; // the session's key is damaged
        }
        ValueRows rows = flows.set(set);
        List<Digest> written = new ArrayList<>();
        Set<Digest> others = new LinkedHashSet<>();
        Set<Digest> seen = new HashSet<>();
        int room = engine.get().most(set) - rows.count();
        boolean left = false;
        for (String text : texts) {
            Forms forms = digests.forms(text, engine.get().form(set));
            boolean isKnown = rows.contains(forms.written()) || seen.contains(forms.written());
            if (!isKnown && written.size() >= room) {
                left = true;
                continue;
            } else if (!isKnown) {
                written.add(forms.written());
                seen.add(forms.written());
            }
            forms.others().stream().filter(each -> !rows.contains(each)).forEach(others::add);
        }
        if (!written.isEmpty() || !others.isEmpty()) {
            draft.put(SessionFlows.row(set, rows.next()), new Row(turn, written, List.copyOf(others)).write());
        }
        boolean isNews = left && draft.get(SessionFlows.FULL + set) == null;
        if (isNews) {
            draft.put(SessionFlows.FULL + set, BooleanNode.TRUE);
        }
        return isNews;
    }

    /** Adds labels that the host knows of. Returns the new ones. */
    public Set<String> label(FlowParts draft, Collection<String> labels, Instant time) {
        mark(draft);
        Set<String> added = new TreeSet<>(labels);
        added.removeIf(label -> !SessionLabels.add(draft, label, time));
        return added;
    }

    /**
     * Adds what the user's own words name, unless this session's user is another model. Returns whether that made the set
     * full.
     */
    public boolean say(FlowParts draft, List<String> parts) {
        mark(draft);
        SessionFlows flows = read(draft);
        if (draft.get(SessionFlows.PARENT) != null) {
            return false;
        }
        long length = parts.stream().mapToLong(String::length).sum();
        if (length > engine.get().settings().messageLength()) {
            draft.put(SessionFlows.TOO_LONG, BooleanNode.TRUE);
            return false;
        }
        Set<String> named = new LinkedHashSet<>();
        parts.forEach(part -> named.addAll(NamedWords.of(part)));
        return add(draft, flows, FlowFacts.REQUEST, named, "");
    }

    /**
     * Begins a session as the child of another, or continues it as that.
     *
     * @throws IllegalArgumentException if it is the child of a third one
     */
    public void adopt(FlowParts draft, Map<String, JsonNode> parent, String id) {
        JsonNode known = draft.get(SessionFlows.PARENT);
        if (known != null && !known.asText().equals(id)) {
            throw new IllegalArgumentException("the session is the child of session "
                    + VisibleText.quoted(known.asText(), VisibleText.NAME) + " already, not of "
                    + VisibleText.quoted(id, VisibleText.NAME));
        }
        draft.put(SessionFlows.PARENT, TextNode.valueOf(id));
        if (!checkOn()) {
            return;
        }
        SessionFlows from = SessionFlows.read(parent);
        Set<String> labels = new TreeSet<>(from.labels().keySet());
        labels.addAll(new Turn().open(from));
        if (from.isUnknown()) {
            labels.add(SessionFlows.EVERY);
        }
        if (known == null && draft.isNew()) {
            snapshot(parent).forEach((name, part) -> draft.put(SessionFlows.PREFIX + name, part));
        }
        labels.forEach(label -> SessionLabels.add(draft, label, Instant.EPOCH));
    }

    /** Returns the flows of a session for a snapshot. */
    public static Map<String, JsonNode> snapshot(Map<String, JsonNode> parts) {
        Map<String, JsonNode> own = SessionFlows.own(parts);
        own.remove(SessionFlows.PARENT.substring(SessionFlows.PREFIX.length()));
        return own;
    }

    /**
     * Restores flows: labels join, and of each set stays what both have.
     *
     * @param draft the session's state
     * @param snapshot the flows of a snapshot; empty if it has none, which brings every label
     * @param replaces whether the snapshot takes the place of what the session has
     */
    public void restore(FlowParts draft, Map<String, JsonNode> snapshot, boolean replaces) {
        Map<String, JsonNode> then = new LinkedHashMap<>();
        snapshot.forEach((name, part) -> then.put(SessionFlows.PREFIX + name, part));
        if (!checkOn()) {
            return;
        }
        SessionFlows other = SessionFlows.read(then);
        SessionFlows own = read(draft);
        JsonNode key = draft.get(SessionFlows.KEY);
        if (key != null && other.isRecorded() && other.sets().isEmpty()) {
            then.put(SessionFlows.KEY, key); // of two snapshots before and after a key was made, values stay comparable
        }
        if (replaces || draft.isNew()) {
            snapshot(draft.parts()).keySet().forEach(name -> draft.remove(SessionFlows.PREFIX + name));
            then.forEach(draft::put);
        } else {
            other.labels().keySet().forEach(label -> SessionLabels.add(draft, label, Instant.EPOCH));
            own.sets().forEach((set, rows) -> narrow(draft, own, other, set));
        }
        if (other.isUnknown() || !other.isRecorded()) {
            SessionLabels.add(draft, SessionFlows.EVERY, Instant.EPOCH);
        }
        mark(draft);
    }

    private static void narrow(FlowParts draft, SessionFlows own, SessionFlows other, String set) {
        boolean isSame = own.isSameSession(other);
        List<Row> common = isSame ? SessionFlows.common(own.set(set), other.set(set)) : List.of();
        int next = own.set(set).next();
        for (int row = 0; row < next; row++) {
            draft.remove(SessionFlows.row(set, row));
        }
        draft.remove(SessionFlows.FULL + set);
        for (Row row : common) {
            draft.put(SessionFlows.row(set, next++), row.write());
        }
    }
}
