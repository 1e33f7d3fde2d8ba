package dev.toolpolicy.runtime.session;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** The policies of one registry, in the order of registration. Safe for use from any thread. */
final class Registrations {
    private final AtomicReference<List<Registration>> policies = new AtomicReference<>(List.of());

    List<Registration> all() {
        return policies.get();
    }

    void add(Registration added) {
        policies.updateAndGet(before -> {
            if (named(before, added.name())) {
                throw new IllegalArgumentException("policy \"" + added.name() + "\" is already registered");
            }
            List<Registration> more = new ArrayList<>(before);
            more.add(added);
            return Collections.unmodifiableList(more);
        });
    }

    /** Removes a policy. Returns whether it was registered. */
    boolean remove(String name) {
        return named(
                policies.getAndUpdate(now -> now.stream()
                        .filter(policy -> !policy.name().equals(name))
                        .toList()),
                name);
    }

    boolean has(String name) {
        return named(policies.get(), name);
    }

    boolean has(Registration policy) {
        return policies.get().contains(policy);
    }

    private static boolean named(List<Registration> policies, String name) {
        return policies.stream().anyMatch(policy -> policy.name().equals(name));
    }

    List<Registration> governing(String tool) {
        List<Registration> selected = new ArrayList<>();
        for (Registration policy : policies.get()) {
            if (policy.governs(tool)) {
                selected.add(policy);
            }
        }
        return selected;
    }
}
