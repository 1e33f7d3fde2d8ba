package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.internal.flow.FlowParts;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A change to a session's state, to be stored as a whole or not at all. For one thread. */
final class Draft implements FlowParts {
    private final SessionState before;
    private @Nullable Map<String, JsonNode> changed;
    private boolean opensCall;

    Draft(SessionState before) {
        this.before = before;
    }

    /** Creates a draft that continues another one, which takes it over or not. */
    Draft(Draft base) {
        this.before = base.before;
        this.changed = base.changed == null ? null : new LinkedHashMap<>(base.changed);
    }

    /** Takes over a draft that continued this one. */
    void take(Draft continued) {
        changed = continued.changed;
    }

    SessionState before() {
        return before;
    }

    @Override
    public Map<String, JsonNode> parts() {
        return changed == null ? before.stored().parts() : changed;
    }

    boolean isChanged() {
        return changed != null;
    }

    @Override
    public boolean isNew() {
        return before.stored().parts().isEmpty();
    }

    @Override
    public void put(String part, JsonNode value) {
        writable().put(part, value);
    }

    /** Puts a call that begins, whose own time tells when the session changed. */
    void open(String attempt, OpenCall call) {
        put(SessionState.BEGUN + attempt, call.write());
        opensCall = true;
    }

    boolean opensCall() {
        return opensCall;
    }

    @Override
    public void remove(String part) {
        if (parts().containsKey(part)) {
            writable().remove(part);
        }
    }

    void removeAll(String prefix) {
        before.stored().parts().keySet().stream()
                .filter(part -> part.startsWith(prefix))
                .forEach(this::remove);
    }

    long count(String prefix) {
        return parts().keySet().stream().filter(part -> part.startsWith(prefix)).count();
    }

    Memory memory(Registration policy) {
        return Memory.read(policy, this::get);
    }

    void remember(Registration policy, Memory memory) {
        memory.write(policy, this);
    }

    private Map<String, JsonNode> writable() {
        if (changed == null) {
            changed = new LinkedHashMap<>(before.stored().parts());
        }
        return changed;
    }
}
