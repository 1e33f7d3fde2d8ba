package dev.toolpolicy.runtime.session;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All policies of a session with what each remembers, in the order of registration: one immutable value, so that a
 * check sees one moment of the session and a change is one compare-and-set.
 */
final class RegistryState {
    static final RegistryState EMPTY = new RegistryState(Map.of());

    private final Map<Registration, Memory> policies;

    private RegistryState(Map<Registration, Memory> policies) {
        this.policies = policies;
    }

    /**
     * What one policy remembers of the session.
     *
     * @param state its state; never changed once it is here
     * @param fault why the policy is degraded; null while it is sound
     */
    record Memory(JsonNode state, @Nullable String fault) {}

    RegistryState with(Registration policy, Memory memory) {
        Map<Registration, Memory> changed = new LinkedHashMap<>(policies);
        changed.put(policy, memory);
        return new RegistryState(Collections.unmodifiableMap(changed));
    }

    RegistryState without(Registration policy) {
        Map<Registration, Memory> changed = new LinkedHashMap<>(policies);
        changed.remove(policy);
        return new RegistryState(Collections.unmodifiableMap(changed));
    }

    Optional<Registration> named(String name) {
        return policies.keySet().stream().filter(policy -> policy.name().equals(name)).findFirst();
    }

    /** The policies that govern a tool, in the order of registration. */
    List<Registration> governing(String tool) {
        List<Registration> selected = new ArrayList<>();
        for (Registration policy : policies.keySet()) {
            if (policy.governs(tool)) {
                selected.add(policy);
            }
        }
        return Collections.unmodifiableList(selected);
    }

    /** What a policy remembers; null if it was removed. */
    @Nullable Memory memory(Registration policy) {
        return policies.get(policy);
    }
}
