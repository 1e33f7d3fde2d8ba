package dev.toolpolicy.runtime.internal.remember;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The policies of one registry, in the order of registration. Safe for use from any thread. */
final class Registrations {
    private final List<Registration> policies = new CopyOnWriteArrayList<>();

    /** Returns the policies of now. */
    List<Registration> all() {
        return List.copyOf(policies);
    }

    /** Adds a policy, whose name is free. */
    void add(Registration added) {
        policies.add(added);
    }

    /** Removes a policy. Returns whether it was registered. */
    boolean remove(String name) {
        return policies.removeIf(policy -> policy.name().equals(name));
    }

    boolean has(Registration policy) {
        return policies.contains(policy);
    }

    Optional<Registration> find(String name) {
        return policies.stream().filter(policy -> policy.name().equals(name)).findFirst();
    }

    List<Registration> governing(String tool) {
        return governing(policies, tool);
    }

    static List<Registration> governing(List<Registration> policies, String tool) {
        List<Registration> selected = new ArrayList<>();
        for (Registration policy : policies) {
            if (policy.governs(tool)) {
                selected.add(policy);
            }
        }
        return selected;
    }
}
