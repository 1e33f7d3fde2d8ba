package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import dev.toolpolicy.runtime.approval.Approvals;
import dev.toolpolicy.runtime.internal.fault.Require;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.internal.flow.SessionFlows;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
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
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The approvals in a store of sessions. */
public final class StoredApprovals implements Approvals {
    private static final Logger LOG = System.getLogger(Approvals.class.getName());
    private static final int ID_BYTES = 16;

    /** The maximum length of the arguments in all approvals of a session, as JSON. */
    private static final int MOST_CHARACTERS = 8 << 20;

    /** The factor by which more is read if approvals that don't match stand before others. */
    private static final int MORE = 4;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final SessionSettings settings;
    private final EditCheck edits;

    /** A check of edited arguments where the tools are known. */
    @FunctionalInterface
    public interface EditCheck {
        /** The check where no tools are known. Edited arguments are checked when the call is resumed. */
        EditCheck NONE = (shown, arguments) -> Optional.empty();

        /** Returns why the call can't run with edited arguments; empty if no problem is known. */
        Optional<String> problem(Approval shown, ObjectNode arguments);
    }

    /**
     * Creates access to the approvals of a store.
     *
     * @param settings the store, and the clock by which approvals expire
     * @param edits the check of edited arguments
     */
    public StoredApprovals(SessionSettings settings, EditCheck edits) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.edits = edits;
    }

    /** Returns the check of edited arguments by an engine's tools and rules, as they are at each check. */
    public static EditCheck checkOf(PolicyEngine engine) {
        return (shown, arguments) -> ((StoredApprovals) engine.approvals()).edits.problem(shown, arguments);
    }

    @Override
    public List<Approval> list(ApprovalQuery query) {
        Instant now = SharedState.now(settings);
        int read = query.limit();
        while (true) {
            int most = read;
            List<SessionStore.Part> parts = parts(query.session(), most);
            List<Approval> found = parts.stream()
                    .map(part -> approval(part, now))
                    .filter(each -> matches(query, each) && isAfter(query.after(), each))
                    .limit(query.limit())
                    .toList();
            if (found.size() >= query.limit() || parts.size() < most || most == Integer.MAX_VALUE) {
                return found;
            }
            read = most > Integer.MAX_VALUE / MORE ? Integer.MAX_VALUE : most * MORE;
        }
    }

    private static boolean matches(ApprovalQuery query, Approval approval) {
        Instant before = query.askedBefore();
        return (query.status() == null || query.status() == approval.status())
                && (query.session() == null || approval.session().equals(query.session()))
                && (query.tool() == null || approval.call().tool().equals(query.tool()))
                && (before == null || approval.asked().isBefore(before));
    }

    /** Returns whether an approval comes after the last one of the page before, by session and id. */
    private static boolean isAfter(@Nullable Approval last, Approval approval) {
        if (last == null) {
            return true;
        }
        int session = last.session().compareTo(approval.session());
        return session < 0 || session == 0 && last.id().compareTo(approval.id()) < 0;
    }

    /** Returns the approvals of one session, or the first ones of all sessions. */
    private List<SessionStore.Part> parts(@Nullable String session, int most) {
        if (session == null) {
            return SharedState.ask(
                    "the store failed to find approvals", () -> settings.store().find(SessionState.APPROVAL, most));
        }
        return new SharedState(session, settings, null)
                .newest().stored().parts().entrySet().stream()
                        .filter(part -> part.getKey().startsWith(SessionState.APPROVAL))
                        .sorted(Map.Entry.comparingByKey())
                        .limit(most)
                        .map(part -> new SessionStore.Part(session, part.getKey(), part.getValue()))
                        .toList();
    }

    private Approval approval(SessionStore.Part part, Instant now) {
        String id = part.name().substring(SessionState.APPROVAL.length());
        return StoredApproval.read(part.value()).approval(id, part.session(), now, settings.outcomeTimeout());
    }

    @Override
    public Optional<Approval> find(String id) {
        if (id.length() != 2 * ID_BYTES) { // stores refuse very long names
            return Optional.empty();
        }
        Instant now = SharedState.now(settings);
        String name = SessionState.APPROVAL + id;
        return SharedState.ask(
                        "the store failed to find an approval",
                        () -> settings.store().find(name, 1))
                .stream()
                .filter(part -> part.name().equals(name))
                .map(part -> approval(part, now))
                .findFirst();
    }

    /** Returns the labels under which the call of an approval was written: every one if they aren't known. */
    public Set<String> labels(String session, String id) {
        JsonNode part = new SharedState(session, settings, null).newest().part(SessionState.APPROVAL + id);
        return part == null
                ? Set.of(SessionFlows.EVERY)
                : StoredApproval.read(part).labels();
    }

    @Override
    public Approval approve(Approval shown, String approver) {
        return answer(
                allowed(shown, approver),
                (stored, answer) -> stored.answered(true, approver, Optional.empty(), answer));
    }

    @Override
    public Approval edit(Approval shown, ObjectNode arguments, String approver) {
        ObjectNode edited = arguments.deepCopy();
        edits.problem(allowed(shown, approver), edited).ifPresent(problem -> {
            throw new IllegalArgumentException(problem);
        });
        return answer(shown, (stored, answer) -> {
            if (!stored.canEdit()) {
                throw new IllegalStateException(
                        "the arguments of approval \"" + shown.id() + "\" can't be edited: no rule says edit");
            }
            return stored.edited(edited).answered(true, approver, Optional.empty(), answer);
        });
    }

    @Override
    public Approval decline(Approval shown, String approver, String reason) {
        return answer(
                allowed(shown, approver),
                (stored, answer) -> stored.answered(false, approver, Optional.of(reason), answer));
    }

    /** Returns the request, if this person may answer it. */
    private Approval allowed(Approval shown, String approver) {
        if (approver.isBlank()) {
            throw new IllegalArgumentException("approver must not be blank");
        } else if (!settings.mayAnswer().test(shown, approver)) {
            throw new SecurityException(
                    VisibleText.quoted(approver, VisibleText.NAME) + " may not answer approval \"" + shown.id() + "\"");
        }
        return shown;
    }

    private Approval answer(Approval shown, BiFunction<StoredApproval, String, StoredApproval> answered) {
        String id = shown.id();
        String session = shown.session();
        Instant now = SharedState.now(settings);
        String answer = random();
        Duration timeout = settings.outcomeTimeout();
        return new SharedState(session, settings, null).change(draft -> {
            StoredApproval stored = StoredApproval.in(draft, id);
            if (stored == null) {
                throw new IllegalStateException("there is no approval " + VisibleText.quoted(id, VisibleText.NAME)
                        + " in session " + VisibleText.quoted(session, VisibleText.NAME));
            }
            if (stored.isAnsweredBy(answer)) { // the store took it after all
                return stored.approval(id, session, now, timeout);
            }
            Approval.Status status = stored.status(now, timeout);
            if (status != Approval.Status.PENDING) {
                throw new IllegalStateException(
                        "approval \"" + id + "\" can't be answered: its status is " + status.word());
            }
            if (!stored.digest().equals(shown.digest())) {
                throw new IllegalStateException("approval \"" + id + "\" isn't the one that was shown");
            }
            StoredApproval after = answered.apply(stored, answer);
            draft.put(SessionState.APPROVAL + id, after.write());
            return after.approval(id, session, now, timeout);
        });
    }

    /**
     * A request to approve a call.
     *
     * @param call the call
     * @param now what asks for its approval
     * @param evidence why approval is needed, for people
     * @param canEdit whether an approver may edit the arguments
     * @param behind the approval whose call must end first; null for none
     * @param flows what the session's flows said of the call
     */
    public record Request(
            ToolCall call,
            Ticket.Asker now,
            ObjectNode evidence,
            boolean canEdit,
            @Nullable String behind,
            Written flows) {
        /** Returns this request with what the session's flows said of the call. */
        public Request under(Written written) {
            return new Request(call, now, evidence, canEdit, behind, written);
        }

        StoredApproval stored(List<Registration> registered, SessionState moment, String session, Instant time) {
            Map<String, String> needs = PolicyInvoker.needs(registered, call, moment, session, time);
            StoredApproval asked = StoredApproval.asked(
                            call, now, needs, Registrations.governing(registered, call.tool()))
                    .with(evidence, canEdit)
                    .under(flows);
            return behind == null ? asked : asked.behind(behind, now.asks());
        }
    }

    /**
     * The answer of the session's flows about a call that is stored.
     *
     * @param labels the session's labels under which the call was written
     * @param evidence why labels and sets are a reason to ask, each in one line
     */
    public record Written(Set<String> labels, List<String> evidence) {
        /** Nothing: no flows are recorded. */
        public static final Written NONE = new Written(Set.of(), List.of());
    }

    /** Stores a request in a session, unless the same call waits there already. Listeners hear of a new one. */
    static Approval ask(SharedState state, List<Registration> registered, Request request, Duration good) {
        Require.positive("validity", good);
        String id = random();
        String session = state.session();
        SessionSettings settings = state.settings();
        Duration timeout = settings.outcomeTimeout();
        Instant now = SharedState.now(settings);
        Approval asked = state.change(draft -> {
            StoredApproval made =
                    request.stored(registered, draft.before(), session, now).at(now, now.plus(good));
            if (draft.get(SessionState.APPROVAL + id) != null) { // the store took it after all
                return made.approval(id, session, now, timeout);
            }
            Map<String, StoredApproval> stored = stored(draft);
            for (Map.Entry<String, StoredApproval> each : stored.entrySet()) {
                if (each.getValue().isOpenFor(made, now, settings)) {
                    String known = each.getKey().substring(SessionState.APPROVAL.length());
                    return each.getValue().approval(known, session, now, timeout);
                }
            }
            makeRoom(draft, stored, now, settings, made.size());
            draft.put(SessionState.APPROVAL + id, made.write());
            return made.approval(id, session, now, timeout);
        });
        if (asked.id().equals(id) && asked.status() == Approval.Status.PENDING) {
            settings.pendingListeners()
                    .forEach(listener -> UserCode.run(
                            LOG, Level.ERROR, "a listener for approval requests failed", () -> listener.accept(asked)));
        }
        return asked;
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

    /** Removes old approvals, and those that have ended as far as a new one needs their place. */
    private static void makeRoom(
            Draft draft, Map<String, StoredApproval> stored, Instant now, SessionSettings settings, long size) {
        int most = settings.openCalls();
        Map<String, StoredApproval> kept = new LinkedHashMap<>(stored);
        kept.values().removeIf(each -> each.isOld(now, settings.outcomeTimeout()));
        long count = kept.size();
        long characters =
                size + kept.values().stream().mapToLong(StoredApproval::size).sum();
        List<Map.Entry<String, StoredApproval>> ended = stored.entrySet().stream()
                .filter(each -> kept.containsKey(each.getKey())
                        && !each.getValue()
                                .status(now, settings.outcomeTimeout())
                                .isOpen())
                .sorted(Comparator.comparing(each -> each.getValue().asked()))
                .toList();
        for (Map.Entry<String, StoredApproval> each : ended) {
            if (count < most && characters <= MOST_CHARACTERS) {
                break;
            }
            kept.remove(each.getKey());
            count--;
            characters -= each.getValue().size();
        }
        if (count >= most) {
            throw new IllegalStateException("the session has " + most
                    + " approvals that are pending, granted or running, which is the maximum");
        }
        if (characters > MOST_CHARACTERS) {
            throw new IllegalStateException("the session's open approvals and this one have more than "
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
