package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.Approvals;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The approvals in a store of sessions. */
public final class StoredApprovals implements Approvals {
    private static final int ID_BYTES = 16;

    /** The maximum length of the arguments in all approvals of a session, as JSON. */
    private static final int MOST_CHARACTERS = 8 << 20;

    /** How many times more is read if answered approvals stand before open ones. */
    private static final int MORE = 4;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final SessionSettings settings;

    /**
     * Creates access to the approvals of a store.
     *
     * @param settings the store, and the clock by which approvals expire
     */
    public StoredApprovals(SessionSettings settings) {
        this.settings = Objects.requireNonNull(settings, "settings");
    }

    @Override
    public List<Approval> pending(int limit) {
        Instant now = SharedState.now(settings);
        int read = limit;
        while (true) {
            int most = read;
            List<SessionStore.Part> parts = SharedState.ask(
                    "the store failed to find approvals", () -> settings.store().find(SessionState.APPROVAL, most));
            List<Approval> open = parts.stream()
                    .map(part -> approval(part, now))
                    .filter(each -> each.status() == Approval.Status.PENDING)
                    .limit(limit)
                    .toList();
            if (open.size() >= limit || parts.size() < most || most == Integer.MAX_VALUE) {
                return open;
            }
            read = most > Integer.MAX_VALUE / MORE ? Integer.MAX_VALUE : most * MORE;
        }
    }

    private static Approval approval(SessionStore.Part part, Instant now) {
        String id = part.name().substring(SessionState.APPROVAL.length());
        return StoredApproval.read(part.value()).approval(id, part.session(), now);
    }

    @Override
    public Optional<Approval> find(String session, String id) {
        SessionState state = new SharedState(session, settings).newest();
        return Optional.ofNullable(state.part(SessionState.APPROVAL + id))
                .map(part -> StoredApproval.read(part).approval(id, session, SharedState.now(settings)));
    }

    /** Returns the labels under which the call of an approval was written. */
    public Set<String> labels(String session, String id) {
        JsonNode part = new SharedState(session, settings).newest().part(SessionState.APPROVAL + id);
        return part == null ? Set.of() : StoredApproval.read(part).labels();
    }

    @Override
    public Approval grant(String session, String id, String approver) {
        return answer(session, id, true, approver, Optional.empty());
    }

    @Override
    public Approval decline(String session, String id, String approver, String reason) {
        return answer(session, id, false, approver, Optional.of(reason));
    }

    private Approval answer(String session, String id, boolean granted, String by, Optional<String> reason) {
        Instant now = SharedState.now(settings);
        String answer = random();
        return new SharedState(session, settings).change(draft -> {
            JsonNode part = draft.get(SessionState.APPROVAL + id);
            if (part == null) {
                throw new IllegalStateException("there is no approval " + VisibleText.quoted(id, VisibleText.NAME)
                        + " in session " + VisibleText.quoted(session, VisibleText.NAME));
            }
            StoredApproval stored = StoredApproval.read(part);
            if (stored.isAnsweredBy(answer)) { // the store took it after all
                return stored.approval(id, session, now);
            }
            if (stored.status(now) != Approval.Status.PENDING) {
                throw new IllegalStateException(
                        "approval \"" + id + "\" is " + stored.status(now).word() + " and can't be answered");
            }
            StoredApproval answered = stored.answered(granted, by, reason, answer);
            draft.put(SessionState.APPROVAL + id, answered.write());
            return answered.approval(id, session, now);
        });
    }

    /**
     * A request to approve a call.
     *
     * @param call the call
     * @param registered the session's policies
     * @param rules the fingerprint of the tool's schema and rules
     * @param asker the rule that decides and the path that needs approval, in words
     * @param under what the session's flows said of the call
     */
    record Request(ToolCall call, List<Registration> registered, String rules, String asker, Written under) {
        StoredApproval stored(SessionState moment, String session, Instant now, Instant expires) {
            String digest = StoredApproval.digest(call, rules, Registrations.governing(registered, call.tool()));
            return StoredApproval.asked(call, digest, now, expires)
                    .under(under)
                    .by(asker, PolicyInvoker.needs(registered, call, moment, session, now));
        }
    }

    /**
     * What the session's flows said of a call that is stored.
     *
     * @param labels the session's labels under which the call was written
     * @param evidence why labels and sets are a reason to ask, each in one line
     */
    public record Written(Set<String> labels, List<String> evidence) {
        /** Nothing: no flows are recorded. */
        public static final Written NONE = new Written(Set.of(), List.of());
    }

    /** Stores a request in a session, unless the same call waits there already. */
    static Approval ask(String session, SharedState state, SessionSettings settings, Request request, Duration good) {
        if (good.isNegative() || good.isZero()) {
            throw new IllegalArgumentException("validity must be positive, was " + good);
        }
        String id = random();
        Instant now = SharedState.now(settings);
        return state.change(draft -> {
            StoredApproval asked = request.stored(draft.before(), session, now, now.plus(good));
            if (draft.get(SessionState.APPROVAL + id) != null) { // the store took it after all
                return asked.approval(id, session, now);
            }
            Map<String, StoredApproval> stored = stored(draft);
            for (Map.Entry<String, StoredApproval> each : stored.entrySet()) {
                if (each.getValue().isPendingFor(asked, now)) {
                    String known = each.getKey().substring(SessionState.APPROVAL.length());
                    return each.getValue().approval(known, session, now);
                }
            }
            makeRoom(draft, stored, now, settings.openCalls(), asked.size());
            draft.put(SessionState.APPROVAL + id, asked.write());
            return asked.approval(id, session, now);
        });
    }

    private static Map<String, StoredApproval> stored(Draft draft) {
        Map<String, StoredApproval> stored = new LinkedHashMap<>();
        draft.parts().forEach((name, part) -> {
            if (name.startsWith(SessionState.APPROVAL)) {
                stored.put(name, StoredApproval.read(part));
            }
        });
        return stored;
    }

    /** Removes expired approvals, and those that can't be used any more as far as a new one needs their place. */
    private static void makeRoom(Draft draft, Map<String, StoredApproval> stored, Instant now, int most, long size) {
        Map<String, StoredApproval> kept = new LinkedHashMap<>(stored);
        kept.values().removeIf(each -> each.isOver(now));
        long count = kept.size();
        long characters =
                size + kept.values().stream().mapToLong(StoredApproval::size).sum();
        List<Map.Entry<String, StoredApproval>> closed = stored.entrySet().stream()
                .filter(each ->
                        kept.containsKey(each.getKey()) && !each.getValue().isOpen(now))
                .sorted(Comparator.comparing(each -> each.getValue().asked()))
                .toList();
        for (Map.Entry<String, StoredApproval> each : closed) {
            if (count < most && characters <= MOST_CHARACTERS) {
                break;
            }
            kept.remove(each.getKey());
            count--;
            characters -= each.getValue().size();
        }
        if (count >= most) {
            throw new IllegalStateException(
                    "the session has " + most + " approvals that are pending or granted, which is the maximum");
        }
        if (characters > MOST_CHARACTERS) {
            throw new IllegalStateException("the session's pending and granted approvals and this one have more than "
                    + MOST_CHARACTERS + " characters of arguments, which is the maximum");
        }
        stored.keySet().stream().filter(name -> !kept.containsKey(name)).forEach(draft::remove);
    }

    /** Returns an id that can't be guessed. */
    private static String random() {
        byte[] random = new byte[ID_BYTES];
        RANDOM.nextBytes(random);
        return HexFormat.of().formatHex(random);
    }
}
