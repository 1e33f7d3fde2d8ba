package dev.toolpolicy.stream.gate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.internal.engine.OpenSession;
import dev.toolpolicy.runtime.internal.run.CallSetting;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The state shared by one client's calls: the engine's session, and the allowed calls whose results haven't come back.
 *
 * <p>A client runs its calls itself, and what it reports need not be true. Unless it is {@linkplain #believing
 * believed}, a call that was let through has started and never succeeds: it counts against quotas, and satisfies no
 * requirement. Nor does a call under whose id an earlier call went out or a result was reported: the client's next
 * report could mean either call.
 *
 * <p>Safe for use by several responses at once.
 */
public final class GateSession {
    /** The maximum number of open calls, whose results may still be reported; the oldest is forgotten first. */
    static final int MOST_OPEN = 1_000;
    /** The maximum number of remembered ids. A client that continues a conversation reports all its calls again. */
    static final int MOST_USED = 100_000;
    /** The maximum length of a remembered id. No result is believed under a longer one, which no provider gives. */
    private static final int LONGEST_ID = 256;

    private final Supplier<CallSetting> settings;
    private final boolean believed;
    private final Map<String, ApprovedCall> open = new LinkedHashMap<>();
    /** The ids of earlier calls, or of reported results: a result with such an id can't be assigned to a call. */
    private final Set<String> used = new LinkedHashSet<>();

    private GateSession(Supplier<CallSetting> settings, boolean believed) {
        this.settings = settings;
        this.believed = believed;
    }

    /**
     * Creates a gate session whose client isn't believed. It fails once the session is closed.
     *
     * @param session the session that decides about the calls
     * @return the gate session
     */
    public static GateSession of(PolicySession session) {
        Objects.requireNonNull(session, "session");
        return new GateSession(OpenSession.settingsOf(session), false);
    }

    /**
     * Creates a gate session that believes what the client reports: only for clients that the service trusts as itself.
     *
     * @return the gate session, without the calls that this one has let through
     */
    public GateSession believing() {
        return new GateSession(settings, true);
    }

    /**
     * Records the client's report that a released call has succeeded. Nothing happens if it isn't believed, or if no
     * such call is open.
     *
     * @param callId the call's id
     * @param result the result that the client reports
     */
    public void succeeded(String callId, JsonNode result) {
        ApprovedCall call = take(callId);
        if (call != null) {
            call.succeeded(result);
        }
    }

    /**
     * Records the client's report that a released call has failed. Nothing happens if it isn't believed, or if no
     * such call is open.
     *
     * @param callId the call's id
     */
    public void failed(String callId) {
        ApprovedCall call = take(callId);
        if (call != null) {
            call.failed();
        }
    }

    /** Removes the open call that a report is about; null if there is none, or if the client isn't believed. */
    private @Nullable ApprovedCall take(String callId) {
        if (!believed) {
            return null;
        }
        synchronized (open) {
            use(callId);
            return open.remove(callId);
        }
    }

    /**
     * Records that a call goes out to the client, which may run it from now on. Unless a report can say how it ended,
     * its outcome is unknown: what it used stays used, and it doesn't stay open.
     */
    void letThrough(ApprovedCall call) {
        ApprovedCall unknown = believed ? opened(call) : call;
        if (unknown != null) {
            unknown.close();
        }
    }

    /** Opens a call for a report. Returns the call that no report can be about any more. */
    private @Nullable ApprovedCall opened(ApprovedCall call) {
        String id = call.call().id();
        synchronized (open) {
            if (use(id)) {
                ApprovedCall earlier = open.remove(id);
                if (earlier != null) {
                    earlier.close();
                }
                return call;
            }
            open.put(id, call);
            return open.size() > MOST_OPEN
                    ? open.remove(open.keySet().iterator().next())
                    : null;
        }
    }

    /** Records the use of an id. Returns whether it was used before, or is too long to know. */
    private boolean use(String id) {
        if (id.length() > LONGEST_ID) {
            return true;
        }
        boolean again = used.remove(id);
        used.add(id); // behind all others: the id that was used longest ago is forgotten first
        if (used.size() > MOST_USED) {
            used.remove(used.iterator().next());
        }
        return again;
    }

    /**
     * Reads the conversation that a request continues. The labels of its results join the session's.
     *
     * @throws dev.toolpolicy.runtime.store.StoreException if they can't be stored
     */
    void asked(ObjectNode request) {
        settings.get().policies().flows().tell(history -> RequestHistory.tell(request, history));
    }

    /**
     * Records that the provider itself ran a tool, whose text the model reads in this response.
     *
     * @throws dev.toolpolicy.runtime.store.StoreException if its labels can't be stored
     */
    void provided(String tool) {
        settings.get().policies().flows().deliver(tool);
    }

    /** Creates the reading of a call that starts. */
    CallReading startReading() {
        return new CallReading(settings);
    }
}
