package dev.toolpolicy.runtime.internal.flow;

import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One response of a model. What its calls bring doesn't count for its other calls: the model wrote them before it saw
 * that. Safe for use from any thread.
 */
public final class Turn {
    private static final String PROCESS = UUID.randomUUID().toString();
    private static final AtomicLong COUNT = new AtomicLong();

    private @Nullable String id;
    /** True once the host runs a call of this response: a call that is added later may know its result. */
    private volatile boolean isWithHost;

    private volatile boolean handedOut;
    /** The labels of calls of other responses that were open when the first call of this one was read. */
    private @Nullable Set<String> open;

    /** Creates a response. */
    public Turn() {}

    private Turn(String id, boolean isWithHost) {
        this.id = id;
        this.isWithHost = isWithHost;
    }

    /**
     * Returns the response of a stored call.
     *
     * @param id its name; empty if it isn't known
     */
    public static Turn named(String id) {
        return id.isEmpty() ? new Turn() : new Turn(id, false);
    }

    /** Returns the response's name, unique in all processes. It is made when it is first asked for. */
    synchronized String id() {
        String known = id;
        if (known == null) {
            known = PROCESS + "-" + COUNT.incrementAndGet();
            id = known;
        }
        return known;
    }

    /** Returns whether a session's state can have parts of this response: only if its name was made. */
    synchronized boolean isNamed() {
        return id != null;
    }

    /** Returns whether this response has a name. */
    synchronized boolean hasName(String name) {
        return name.equals(id);
    }

    /** Notes that the host has a result of this response, so that a call which is added later isn't of it. */
    public void handOut() {
        handedOut = true;
    }

    /** Notes that the host runs a call of this response, perhaps elsewhere: calls added later know what it has brought. */
    public void runByHost() {
        isWithHost = true;
    }

    /**
     * Returns the response of a call that is added now: this one, or a new one if the host has a result of this one. If the
     * host runs a call of it, the added call has the labels that are there by then, but not the values.
     */
    public Turn next() {
        return handedOut ? new Turn() : isWithHost ? new Turn(id(), true) : this;
    }

    /** Returns the labels of the calls that were open, and of an added call those that were there, when first asked. */
    synchronized Set<String> open(SessionFlows flows) {
        Set<String> known = open;
        if (known == null) {
            known = new TreeSet<>(isWithHost ? flows.labels().keySet() : Set.of());
            for (SessionFlows.OpenLabels each : flows.open()) {
                if (!hasName(each.turn())) {
                    known.addAll(each.labels());
                }
            }
            open = known;
        }
        return known;
    }
}
