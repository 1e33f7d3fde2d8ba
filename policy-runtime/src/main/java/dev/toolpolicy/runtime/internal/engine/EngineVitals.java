package dev.toolpolicy.runtime.internal.engine;

import dev.toolpolicy.event.PolicyEvent;
import dev.toolpolicy.runtime.internal.approve.PermissionCoordinator;
import dev.toolpolicy.runtime.internal.fault.SessionFault;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** The counts behind an engine's health, of all its sessions. Safe for use from any thread. */
public final class EngineVitals implements Consumer<PolicyEvent> {
    private final Set<PermissionCoordinator> approvers = Collections.newSetFromMap(new WeakHashMap<>());
    private final Set<String> degraded = ConcurrentHashMap.newKeySet();
    private final AtomicLong storeFailures = new AtomicLong();

    Set<String> degraded() {
        return Set.copyOf(degraded);
    }

    long storeFailures() {
        return storeFailures.get();
    }

    int openRequests() {
        return approvers().stream()
                .mapToInt(PermissionCoordinator::openRequests)
                .sum();
    }

    private List<PermissionCoordinator> approvers() {
        synchronized (approvers) {
            return List.copyOf(approvers);
        }
    }

    /** Declines all open requests, and those that are opened later. */
    void close() {
        UserCode.each(approvers(), PermissionCoordinator::close);
    }

    /** Counts the requests of a session while it is in use. */
    PermissionCoordinator watch(PermissionCoordinator requests) {
        synchronized (approvers) {
            approvers.add(requests);
        }
        return requests;
    }

    @Override
    public void accept(PolicyEvent event) {
        switch (event.kind()) {
            case ALLOWED, REFUSED, LABELED, SET_FULL -> {} // a check says nothing about the engine's health
            case DENIED -> {
                if (event.policy().equals(SessionFault.STORE)) {
                    storeFailures.incrementAndGet();
                }
            }
            case FAILED -> {
                if (event.reason().equals(SessionFault.DEGRADED)) {
                    degraded.add(event.policy());
                } else { // an outcome that the store didn't take
                    storeFailures.incrementAndGet();
                }
            }
        }
    }
}
