package dev.toolpolicy.runtime;

import dev.toolpolicy.event.PolicyEvent;
import dev.toolpolicy.runtime.internal.permission.PermissionCoordinator;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The counts behind an engine's health, of all its sessions. Safe for use from any thread. */
final class EngineVitals implements PolicyEvent.Listener, PolicyEvent.Receiver {
    /** The name under which denials of a failed store are reported. */
    private static final String STORE = "session_store";
    /** The error of a policy that denies from now on; any other is of a store that will be tried again. */
    private static final String DEGRADED = "it denies until it is reset";

    private final Set<PermissionCoordinator> approvers = Collections.newSetFromMap(new WeakHashMap<>());
    private final Set<String> degraded = ConcurrentHashMap.newKeySet();
    private final AtomicLong storeFailures = new AtomicLong();

    PolicyEngine.Health health() {
        return new PolicyEngine.Health(openRequests(), new TreeSet<>(degraded), storeFailures.get());
    }

    private int openRequests() {
        List<PermissionCoordinator> all;
        synchronized (approvers) {
            all = List.copyOf(approvers);
        }
        return all.stream().mapToInt(PermissionCoordinator::openRequests).sum();
    }

    /** Counts the requests of a session while it is in use. */
    PermissionCoordinator watch(PermissionCoordinator requests) {
        synchronized (approvers) {
            approvers.add(requests);
        }
        return requests;
    }

    @Override
    public void onEvent(PolicyEvent event) {
        event.passTo(this);
    }

    @Override
    public void checked(PolicyEvent.Checked event) {
        // A check says nothing about the engine's health.
    }

    @Override
    public void denied(PolicyEvent.Denied event) {
        if (event.policy().equals(STORE)) {
            storeFailures.incrementAndGet();
        }
    }

    @Override
    public void failed(PolicyEvent.Failed event) {
        if (event.error().equals(DEGRADED)) {
            degraded.add(event.policy());
        } else {
            storeFailures.incrementAndGet();
        }
    }
}
