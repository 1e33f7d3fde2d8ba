package dev.toolpolicy.runtime.session;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.runtime.store.StoreException;
import dev.toolpolicy.runtime.store.StoredPart;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The approvals in a store, of all its sessions: what is waiting for an answer, and answers. It needs no engine and no
 * tools, so whoever shows requests to people can be another process than the one that asked.
 *
 * <p>Used from any thread. An answer is final: the second of two that come at once is refused.
 */
public final class Approvals {
    private static final int ID_BYTES = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final SessionSettings settings;

    /**
     * The approvals of a store.
     *
     * @param settings the store, and the clock by which they expire
     */
    public Approvals(SessionSettings settings) {
        this.settings = Objects.requireNonNull(settings, "settings");
    }

    /**
     * What is waiting for an answer, in any session.
     *
     * @param limit how many requests of the store are looked through at most, at least 1; answered ones count until they
     *     are removed
     * @return an immutable list by session and id
     * @throws StoreException if they can't be read
     */
    public List<Approval> pending(int limit) {
        Instant now = SharedState.now(settings);
        return SharedState.ask("the store failed to find approvals", () -> settings.store().find(SessionState.APPROVAL, limit)).stream()
                .map(part -> approval(part, now))
                .filter(each -> each.status() == Approval.Status.PENDING)
                .toList();
    }

    private static Approval approval(StoredPart part, Instant now) {
        String id = part.name().substring(SessionState.APPROVAL.length());
        return StoredApproval.read(part.value()).approval(id, part.session(), now);
    }

    /**
     * One approval.
     *
     * @param session the session's id
     * @param id the approval's id
     * @return how it stands now; empty if there is none, or no longer
     * @throws StoreException if it can't be read
     */
    public Optional<Approval> find(String session, String id) {
        SessionState state = new SharedState(session, settings).newest();
        return Optional.ofNullable(state.part(SessionState.APPROVAL + id))
                .map(part -> StoredApproval.read(part).approval(id, session, SharedState.now(settings)));
    }

    /**
     * Lets the call run once.
     *
     * @param session the session's id
     * @param id the approval's id
     * @param by who says so, for the record
     * @return the approval, granted
     * @throws IllegalStateException if there is no such request, or it is not pending
     * @throws StoreException if the answer can't be stored; it may have been
     */
    public Approval grant(String session, String id, String by) {
        return answer(session, id, true, by, Optional.empty());
    }

    /**
     * Says that the call may not run.
     *
     * @param session the session's id
     * @param id the approval's id
     * @param by who says so, for the record
     * @param reason why, for the model
     * @return the approval, declined
     * @throws IllegalStateException if there is no such request, or it is not pending
     * @throws StoreException if the answer can't be stored; it may have been
     */
    public Approval decline(String session, String id, String by, String reason) {
        return answer(session, id, false, by, Optional.of(reason));
    }

    private Approval answer(String session, String id, boolean granted, String by, Optional<String> reason) {
        Instant now = SharedState.now(settings);
        String answer = random();
        return new SharedState(session, settings).change(draft -> {
            JsonNode part = draft.get(SessionState.APPROVAL + id);
            if (part == null) {
                throw new IllegalStateException("there is no approval \"" + id + "\" in session \"" + session + "\"");
            }
            StoredApproval stored = StoredApproval.read(part);
            if (stored.isAnsweredBy(answer)) {    // the store took it after all
                return stored.approval(id, session, now);
            }
            if (stored.status(now) != Approval.Status.PENDING) {
                throw new IllegalStateException("approval \"" + id + "\" is " + stored.status(now).words()
                        + " and takes no answer");
            }
            StoredApproval answered = stored.answered(granted, by, reason, answer);
            draft.put(SessionState.APPROVAL + id, answered.write());
            return answered.approval(id, session, now);
        });
    }

    /** Asks in a session; those that are no longer good are removed. */
    static Approval ask(
            String session,
            SharedState state,
            SessionSettings settings,
            ToolCall call,
            String digest,
            Duration good) {
        String id = random();
        Instant now = SharedState.now(settings);
        StoredApproval asked = StoredApproval.asked(call, digest, now, now.plus(good));
        return state.change(draft -> {
            if (draft.get(SessionState.APPROVAL + id) != null) {    // the store took it after all
                return asked.approval(id, session, now);
            }
            draft.before().stored().parts().forEach((name, part) -> {
                if (name.startsWith(SessionState.APPROVAL) && StoredApproval.read(part).isOver(now)) {
                    draft.remove(name);
                }
            });
            if (draft.count(SessionState.APPROVAL) >= settings.openCalls()) {
                throw new IllegalStateException("session \"" + session + "\" has " + settings.openCalls()
                        + " approvals, and no more are asked for");
            }
            draft.put(SessionState.APPROVAL + id, asked.write());
            return asked.approval(id, session, now);
        });
    }

    /** What can't be guessed. */
    private static String random() {
        byte[] random = new byte[ID_BYTES];
        RANDOM.nextBytes(random);
        return HexFormat.of().formatHex(random);
    }
}
