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
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The approvals in a store of sessions. */
public final class StoredApprovals implements Approvals {
    private static final Logger LOG = System.getLogger(Approvals.class.getName());
    private static final int TIME_DIGITS = 12;
    private static final int ID_LENGTH = TIME_DIGITS + 16 + 1;

    /** The maximum length of the arguments in all approvals of a session, as JSON. */
    private static final int MOST_CHARACTERS = 8 << 20;

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
        Comparator<Approval> order = Comparator.comparing(Approval::id, SessionStore.Part.order(query.answered()));
        Approval last = query.after();
        boolean isWhole = query.status() == null || query.status() == Approval.Status.PENDING;
        boolean isFirst = isWhole && query.tool() == null && query.askedBefore() == null && last == null;
        return parts(query, now, isFirst ? query.limit() : Integer.MAX_VALUE).stream()
                .map(part -> approval(part, now))
                .filter(each -> matches(query, each) && (last == null || order.compare(last, each) < 0))
                .sorted(order)
                .limit(query.limit())
                .toList();
    }

    @Override
    public Map<String, Integer> countPending() {
        String from = SessionState.ASKED + time(SharedState.now(settings));
        return SharedState.ask(
                "the store failed to count approvals", () -> settings.store().count(SessionState.ASKED, from));
    }

    private static boolean matches(ApprovalQuery query, Approval approval) {
        Instant before = query.askedBefore();
        return (query.status() == null || query.status() == approval.status())
                && (query.session() == null || approval.session().equals(query.session()))
                && (query.tool() == null || approval.call().tool().equals(query.tool()))
                && (before == null || approval.asked().isBefore(before));
    }

    /** Returns the approvals of one session, or the first ones of all sessions, of each kind that the query can match. */
    private List<SessionStore.Part> parts(ApprovalQuery query, Instant now, int most) {
        String session = query.session();
        List<SessionStore.Part> found = new ArrayList<>();
        if (session != null) {
            SessionStore.State state =
                    new SharedState(session, settings, null).newest().stored();
            stored(state.parts()).forEach((name, each) -> found.add(new SessionStore.Part(session, name, each.part())));
            found.removeIf(part -> query.answered() && part.name().startsWith(SessionState.ASKED));
            return found;
        }
        boolean isPending = query.status() == Approval.Status.PENDING;
        boolean isGranted = query.status() == Approval.Status.GRANTED;
        String from = isPending || isGranted ? time(now) : ""; // others may have expired
        if (!query.answered() && !isGranted) {
            found.addAll(parts(SessionState.ASKED, from, false, most));
        }
        if (!isPending) {
            found.addAll(parts(SessionState.APPROVAL, from, query.answered(), most));
        }
        return found;
    }

    private List<SessionStore.Part> parts(String prefix, String from, boolean newest, int most) {
        return SharedState.ask(
                "the store failed to find approvals", () -> settings.store().find(prefix, prefix + from, newest, most));
    }

    private Approval approval(SessionStore.Part part, Instant now) {
        return StoredApproval.read(part.value())
                .approval(id(part.name()), part.session(), now, settings.outcomeTimeout());
    }

    private static String id(String name) {
        return name.substring(name.indexOf('/') + 1);
    }

    @Override
    public Optional<Approval> find(String id) {
        if (id.length() != ID_LENGTH) { // stores refuse very long names
            return Optional.empty();
        }
        Instant now = SharedState.now(settings);
        // In this order: an answer that comes between the two moves the approval from the first place to the second.
        return Stream.of(SessionState.ASKED + id, SessionState.APPROVAL + id)
                .flatMap(name -> parts(name, "", false, 1).stream())
                .map(part -> approval(part, now))
                .findFirst();
    }

    /** Returns the labels under which the call of an approval was written: every one if they aren't known. */
    public Set<String> labels(String session, String id) {
        StoredApproval stored = StoredApproval.in(new SharedState(session, settings, null).newest()::part, id);
        return stored == null ? Set.of(SessionFlows.EVERY) : stored.labels();
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
            StoredApproval stored = StoredApproval.in(draft::get, id);
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
            after.put(draft, id);
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
        String session = state.session();
        SessionSettings settings = state.settings();
        Duration timeout = settings.outcomeTimeout();
        Instant now = SharedState.now(settings);
        String start = time(now.plus(good)) + random();
        Approval asked = state.change(draft -> {
            StoredApproval made =
                    request.stored(registered, draft.before(), session, now).at(now, now.plus(good));
            Map<String, StoredApproval> stored = stored(draft.parts());
            for (Map.Entry<String, StoredApproval> each : stored.entrySet()) {
                String known = id(each.getKey());
                if (known.startsWith(start) // the store took it after all
                        || each.getValue().isOpenFor(made, now, settings)) {
                    return each.getValue().approval(known, session, now, timeout);
                }
            }
            makeRoom(draft, stored, now, settings, made.size());
            String id = start + turn(stored.values(), now, settings);
            made.put(draft, id);
            return made.approval(id, session, now, timeout);
        });
        if (asked.id().startsWith(start) && asked.status() == Approval.Status.PENDING) {
            settings.pendingListeners()
                    .forEach(listener -> UserCode.run(
                            LOG, Level.ERROR, "a listener for approval requests failed", () -> listener.accept(asked)));
        }
        return asked;
    }

    private static Map<String, StoredApproval> stored(Map<String, JsonNode> parts) {
        Map<String, StoredApproval> stored = new LinkedHashMap<>();
        parts.forEach((name, part) -> {
            if (name.startsWith(SessionState.APPROVAL) || name.startsWith(SessionState.ASKED)) {
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

    /** Returns a time as the digits with which an id begins, so that a store finds what expires later. */
    private static String time(Instant time) {
        return HexFormat.of().toHexDigits(Math.min(time.toEpochMilli(), (1L << 4 * TIME_DIGITS) - 1), TIME_DIGITS);
    }

    /** Returns digits that can't be guessed. */
    private static String random() {
        return HexFormat.of().toHexDigits(RANDOM.nextLong());
    }

    /**
     * Returns the last digit of an id: how often the number of the session's requests that wait has doubled. Requests are
     * listed by it, so a session with a thousand requests hides those of no other session.
     */
    private static String turn(Collection<StoredApproval> stored, Instant now, SessionSettings settings) {
        long waiting = stored.stream()
                .filter(each -> each.status(now, settings.outcomeTimeout()) == Approval.Status.PENDING)
                .count();
        return Integer.toString(Long.SIZE - Long.numberOfLeadingZeros(waiting), Character.MAX_RADIX);
    }
}
