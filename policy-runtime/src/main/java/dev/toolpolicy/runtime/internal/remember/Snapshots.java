package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.internal.flow.FlowRecorder;
import dev.toolpolicy.runtime.internal.flow.SessionLabels;
import dev.toolpolicy.runtime.store.PolicySnapshot;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The creation of snapshots, the restoring of a session's state from them, and the reset of policies. */
final class Snapshots {
    private static final String POLICIES = "policies";
    private static final String RECORD = "record";
    private static final String FACTS = "facts";
    private static final String FLOWS = "flows";

    private Snapshots() {}

    static PolicySnapshot take(String session, SessionState state, List<Registration> policies, FlowRecorder flows) {
        Draft draft = new Draft(state);
        policies.stream()
                .filter(policy -> state.part(SessionState.POLICY + policy.name()) == null)
                .forEach(policy -> draft.remember(policy, draft.memory(policy)));
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("format", PolicySnapshot.FORMAT)
                .put("version", PolicySnapshot.VERSION)
                .put("session", session);
        document.set("changed", changed(state));
        ObjectNode remembered = document.putObject(POLICIES);
        draft.parts().forEach((name, part) -> {
            if (name.startsWith(SessionState.POLICY)) {
                remembered.set(name.substring(SessionState.POLICY.length()), part);
            }
        });
        JsonNode record = draft.get(SessionState.RECORD);
        document.set(RECORD, record == null ? JsonNodeFactory.instance.objectNode() : record);
        ObjectNode facts = document.putObject(FACTS);
        state.facts().forEach(facts::set);
        flows.mark(draft);
        Map<String, JsonNode> recorded = FlowRecorder.snapshot(draft.parts());
        if (!recorded.isEmpty()) {
            document.set(FLOWS, JsonNodeFactory.instance.objectNode().setAll(recorded));
        }
        return PolicySnapshot.of(document.deepCopy());
    }

    /** Returns the time of the last change; null in JSON if there was none. */
    private static JsonNode changed(SessionState state) {
        JsonNode changed = state.part(SessionState.CHANGED);
        Stream<Instant> begun = state.stored().parts().entrySet().stream()
                .filter(part -> part.getKey().startsWith(SessionState.BEGUN))
                .map(part -> OpenCall.read(part.getValue()).time());
        return Stream.concat(changed == null ? Stream.empty() : Stream.of(SessionLabels.time(changed)), begun)
                .max(Comparator.naturalOrder())
                .<JsonNode>map(time -> TextNode.valueOf(time.toString()))
                .orElse(NullNode.getInstance());
    }

    static void check(PolicySnapshot snapshot, String session) {
        if (!snapshot.session().equals(session)) {
            throw new IllegalArgumentException("the snapshot is of session \"" + snapshot.session() + "\", not of \""
                    + session + "\"; use forSession to continue in another session");
        }
    }

    /**
     * Restores a session.
     *
     * @param withContext whether the model's context is restored too, so that the snapshot's labels and sets replace
     *     those of the session
     */
    static void restore(PolicySnapshot snapshot, Draft draft, FlowRecorder flows, boolean withContext) {
        ObjectNode document = snapshot.json();
        draft.removeAll(SessionState.POLICY);
        restoreFlows(document, draft, flows, withContext);
        draft.removeAll(SessionState.FACT);
        document.path(POLICIES).forEachEntry((name, part) -> draft.put(SessionState.POLICY + name, part));
        document.path(FACTS).forEachEntry((name, fact) -> draft.put(SessionState.FACT + name, fact));
        draft.put(SessionState.RECORD, document.path(RECORD));
    }

    /** Restores the flows, and removes open calls, whose labels stay. */
    private static void restoreFlows(ObjectNode document, Draft draft, FlowRecorder flows, boolean replaces) {
        OpenCall.forgetAll(draft, flows.checkOn());
        Map<String, JsonNode> then = new LinkedHashMap<>();
        document.path(FLOWS).forEachEntry(then::put);
        flows.restore(draft, then, replaces);
    }

    /**
     * Restores as {@link #restore} does, but each policy decides what it keeps of later events. Facts stay: they are
     * the service's current statements, and a withdrawn approval stays withdrawn.
     */
    static void rollBack(PolicySnapshot snapshot, Draft draft, List<Registration> policies, FlowRecorder flows) {
        ObjectNode document = snapshot.json();
        JsonNode record = document.path(RECORD);
        draft.put(SessionState.RECORD, record);
        for (Registration policy : policies) {
            Memory then =
                    Memory.read(policy, part -> part.equals(SessionState.RECORD) ? record : policyPart(document, part));
            draft.remember(policy, rolledBack(policy, then, draft.memory(policy)));
        }
        restoreFlows(document, draft, flows, false);
    }

    private static @Nullable JsonNode policyPart(ObjectNode document, String part) {
        return document.path(POLICIES).get(part.substring(SessionState.POLICY.length()));
    }

    private static Memory rolledBack(Registration policy, Memory then, Memory now) {
        Memory trusted = policy.policy().survivesRollback() ? now : then;
        return OutcomeStep.told(
                trusted,
                "a rollback",
                state -> policy.policy().onRollback(then.state(), now.state()),
                UserCode::passThrough);
    }

    /** Removes what a policy remembers, except for what another one reads too. */
    static void reset(Registration policy, Draft draft, List<Registration> registered) {
        Memory.remove(policy, draft);
        JsonNode record = draft.get(SessionState.RECORD);
        if (record != null && policy.sharesRecord()) {
            Set<SuccessRecord.Entry> forgotten = new HashSet<>(policy.reads());
            registered.stream().filter(each -> each != policy).forEach(each -> forgotten.removeAll(each.reads()));
            JsonNode rest = policy.withoutOwn(record);
            for (SuccessRecord.Entry entry : forgotten) {
                rest = SuccessRecord.without(rest, entry);
            }
            draft.put(SessionState.RECORD, rest);
        }
    }
}
