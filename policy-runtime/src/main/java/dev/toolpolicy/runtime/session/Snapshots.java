package dev.toolpolicy.runtime.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.snapshot.InvalidSnapshotException;
import dev.toolpolicy.runtime.snapshot.PolicySnapshot;
import java.util.List;
import java.util.Map;

/** The creation of snapshots, and the restoring of a session's state from them. */
final class Snapshots {
    private Snapshots() {}

    static PolicySnapshot take(String session, SessionState state, List<Registration> policies) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        JsonNode changed = state.part(SessionState.CHANGED);
        document.put("format", PolicySnapshot.FORMAT)
                .put("version", PolicySnapshot.VERSION)
                .put("session", session);
        document.set("changed", changed == null ? NullNode.getInstance() : changed);
        ObjectNode remembered = document.putObject("policies");
        for (Registration policy : policies) {
            JsonNode part = state.part(SessionState.POLICY + policy.name());
            remembered.set(policy.name(), part == null ? Memory.initial(policy).write(policy) : part);
        }
        ObjectNode facts = document.putObject("facts");
        state.facts().forEach(facts::set);
        return PolicySnapshot.of(document.deepCopy());
    }

    static void check(PolicySnapshot snapshot, String session, List<Registration> policies) {
        if (!snapshot.session().equals(session)) {
            throw new InvalidSnapshotException("the snapshot is of session \"" + snapshot.session() + "\", not of \""
                    + session + "\"; use forSession to continue in another session");
        }
        for (Map.Entry<String, JsonNode> remembered :
                snapshot.json().path("policies").properties()) {
            Registration policy = policies.stream()
                    .filter(each -> each.name().equals(remembered.getKey()))
                    .findFirst()
                    .orElseThrow(() -> new InvalidSnapshotException(
                            "the snapshot holds policy \"" + remembered.getKey() + "\", which isn't registered"));
            String strange = Memory.strange(policy, remembered.getValue());
            if (strange != null) {
                throw new InvalidSnapshotException("policy \"" + policy.name() + "\" can't be restored: " + strange);
            }
        }
    }

    static PolicySnapshot restore(PolicySnapshot snapshot, Draft draft, List<Registration> policies) {
        ObjectNode document = snapshot.json();
        for (Registration policy : policies) {
            JsonNode part = document.path("policies").get(policy.name());
            if (part == null) {
                draft.remove(SessionState.POLICY + policy.name());
            } else {
                draft.put(SessionState.POLICY + policy.name(), part);
            }
        }
        draft.removeAll(SessionState.BEGUN);
        draft.removeAll(SessionState.FACT);
        document.path("facts")
                .properties()
                .forEach(fact -> draft.put(SessionState.FACT + fact.getKey(), fact.getValue()));
        return snapshot;
    }

    /**
     * Restores as {@link #restore} does, but each policy decides what it keeps of later events. Facts stay: they are
     * the service's current statements, and a withdrawn approval stays withdrawn.
     */
    static PolicySnapshot rollBack(PolicySnapshot snapshot, Draft draft, List<Registration> policies) {
        ObjectNode document = snapshot.json();
        for (Registration policy : policies) {
            JsonNode part = document.path("policies").get(policy.name());
            Memory then = part == null ? Memory.initial(policy) : Memory.read(policy, part);
            draft.remember(policy, rolledBack(policy, then, draft.memory(policy)));
        }
        draft.removeAll(SessionState.BEGUN);
        return snapshot;
    }

    private static Memory rolledBack(Registration policy, Memory then, Memory now) {
        Memory trusted = policy.policy().survivesRollback() ? now : then;
        return OutcomeNotification.told(
                trusted,
                "a rollback",
                state -> policy.policy().onRollback(then.state(), now.state()),
                UserCode::passThrough);
    }
}
