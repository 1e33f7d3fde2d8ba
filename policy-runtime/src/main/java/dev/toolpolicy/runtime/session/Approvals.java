package dev.toolpolicy.runtime.session;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.store.StoreException;
import dev.toolpolicy.text.VisibleText;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The approvals in a store, of all its sessions: open requests and answers. It needs neither an engine nor tools, so
 * another process can show the requests to people.
 *
 * <p>Safe for use from any thread. An answer is final: of two concurrent answers, the second is rejected.
 */
public final class Approvals {
    private static final int ID_BYTES = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final SessionSettings settings;

    /**
     * Creates access to the approvals of a store.
     *
     * @param settings the store, and the clock by which approvals expire
     */
    public Approvals(SessionSettings settings) {
        this.settings = Objects.requireNonNull(settings, "settings");
    }

    /**
     * Returns the open requests of all sessions.
     *
     * @param limit the maximum number of stored approvals to read, at least 1; answered ones count until they are
     *     removed
     * @return an immutable list by session and id
     * @throws StoreException if they can't be read
     */
    public List<Approval> pending(int limit) {
        Instant now = SharedState.now(settings);
        return SharedState.ask(
                        "the store failed to find approvals",
                        () -> settings.store().find(SessionState.APPROVAL, limit))
                .stream()
                .map(part -> approval(part, now))
                .filter(each -> each.status() == Approval.Status.PENDING)
                .toList();
    }

    private static Approval approval(SessionStore.Part part, Instant now) {
        String id = part.name().substring(SessionState.APPROVAL.length());
        return StoredApproval.read(part.value()).approval(id, part.session(), now);
    }

    /**
     * Finds an approval.
     *
     * @param session the session's id
     * @param id the approval's id
     * @return the approval with its current status; empty if it doesn't exist or was removed
     * @throws StoreException if it can't be read
     */
    public Optional<Approval> find(String session, String id) {
        SessionState state = new SharedState(session, settings).newest();
        return Optional.ofNullable(state.part(SessionState.APPROVAL + id))
                .map(part -> StoredApproval.read(part).approval(id, session, SharedState.now(settings)));
    }

    /**
     * Grants a request: the call may run once.
     *
     * @param session the session's id
     * @param id the approval's id
     * @param approver the person who answers, for the record
     * @return the granted approval
     * @throws IllegalStateException if the request doesn't exist or isn't pending
     * @throws StoreException if storing the answer failed; it may have been stored
     */
    public Approval grant(String session, String id, String approver) {
        return answer(session, id, true, approver, Optional.empty());
    }

    /**
     * Declines a request: the call must not run.
     *
     * @param session the session's id
     * @param id the approval's id
     * @param approver the person who answers, for the record
     * @param reason the reason, for the model
     * @return the declined approval
     * @throws IllegalStateException if the request doesn't exist or isn't pending
     * @throws StoreException if storing the answer failed; it may have been stored
     */
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
                        "approval \"" + id + "\" is " + stored.status(now).words() + " and can't be answered");
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
     * @param governing the policies that cover it
     * @param rules the fingerprint of the tool's schema and rules
     * @param asker the rule that decides and the path that needs approval, in words
     */
    record Request(ToolCall call, List<Registration> governing, String rules, String asker) {
        StoredApproval stored(SessionState moment, String session, Instant now, Instant expires) {
            return StoredApproval.asked(call, StoredApproval.digest(call, rules, governing), now, expires)
                    .by(asker, PolicyInvoker.needs(governing, call, moment, session, now));
        }
    }

    /** Stores a request in a session, and removes expired ones. */
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
            draft.before().stored().parts().forEach((name, part) -> {
                if (name.startsWith(SessionState.APPROVAL)
                        && StoredApproval.read(part).isOver(now)) {
                    draft.remove(name);
                }
            });
            if (draft.count(SessionState.APPROVAL) >= settings.openCalls()) {
                throw new IllegalStateException(
                        "session \"" + session + "\" has " + settings.openCalls() + " approvals, which is the maximum");
            }
            draft.put(SessionState.APPROVAL + id, asked.write());
            return asked.approval(id, session, now);
        });
    }

    /** Returns an id that can't be guessed. */
    private static String random() {
        byte[] random = new byte[ID_BYTES];
        RANDOM.nextBytes(random);
        return HexFormat.of().formatHex(random);
    }
}
