package dev.toolpolicy.runtime.internal.remember;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The policies of one registry, in the order of registration. Safe for use from any thread. */
final class Registrations {
    private volatile List<Registration> policies = List.of();

    List<Registration> all() {
        return policies;
    }

    /** Adds a policy, whose name is free. */
    synchronized void add(Registration added) {
        List<Registration> more = new ArrayList<>(policies);
        more.add(added);
        policies = Collections.unmodifiableList(more);
    }

    /** Removes a policy. Returns whether it was registered. */
    synchronized boolean remove(String name) {
        int before = policies.size();
        policies =
                policies.stream().filter(policy -> !policy.name().equals(name)).toList();
        return policies.size() < before;
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
