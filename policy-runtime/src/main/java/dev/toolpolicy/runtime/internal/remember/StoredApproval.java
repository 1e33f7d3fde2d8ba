package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.internal.json.JsonDigest;
import dev.toolpolicy.internal.json.JsonEquality;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.internal.flow.SessionFlows;
import dev.toolpolicy.runtime.internal.flow.SessionLabels;
import dev.toolpolicy.runtime.store.SessionSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The stored form of an approval: a JSON object. Immutable. */
record StoredApproval(JsonNode part) {
    private static final String TOOL = "tool";
    private static final String CALL = "call";
    private static final String ARGUMENTS = "arguments";
    private static final String DIGEST = "digest";
    private static final String ASKED = "asked";
    private static final String EXPIRES = "expires";
    private static final String STATUS = "status";
    private static final String BY = "by";
    private static final String REASON = "reason";
    private static final String ASKER = "asker";
    private static final String NEEDS = "needs";
    private static final String ANSWER = "answer";
    private static final String ATTEMPT = "attempt";
    private static final String FLOWS = "flows";
    private static final String BEGUN = "begun";
    private static final String TERMS = "terms";
    private static final String EVIDENCE = "evidence";
    private static final String EDITABLE = "editable";
    private static final String EDITED = "edited";
    private static final String BEHIND = "behind";

    static StoredApproval read(JsonNode part) {
        return new StoredApproval(part);
    }

    /**
     * Reads an approval of a session; null if there is none with this id.
     *
     * @param parts returns a part of the session's state by its name; null if there is none
     */
    static @Nullable StoredApproval in(Function<String, @Nullable JsonNode> parts, @Nullable String id) {
        JsonNode asked = parts.apply(SessionState.ASKED + id);
        JsonNode part = asked == null ? parts.apply(SessionState.APPROVAL + id) : asked;
        return part == null ? null : new StoredApproval(part);
    }

    /** Puts this approval into a session's state, in place of an earlier form of it. */
    void put(Draft draft, String id) {
        boolean isPending = part.path(STATUS).asText().equals(Approval.Status.PENDING.word());
        draft.remove(SessionState.ASKED + id);
        draft.put((isPending ? SessionState.ASKED : SessionState.APPROVAL) + id, part);
    }

    /**
     * Creates a request.
     *
     * @param now what asks for approval of the call now
     * @param needs the policies that need an approval, with their reasons
     * @param governing the policies that cover the tool
     */
    static StoredApproval asked(
            ToolCall call, Ticket.Asker now, Map<String, String> needs, List<Registration> governing) {
        String asker = now.words(call.arguments());
        ObjectNode part = JsonNodeFactory.instance.objectNode();
        part.put(TOOL, call.tool())
                .put(CALL, call.id())
                .put(TERMS, terms(now.rules(), governing))
                .put(STATUS, Approval.Status.PENDING.word())
                .put(ASKER, asker);
        part.set(ARGUMENTS, call.arguments());
        part.put(DIGEST, digest(call, asker));
        needs.forEach(part.putObject(NEEDS)::put);
        return new StoredApproval(part);
    }

    private static String digest(ToolCall call, String asker) {
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        shown.put(TOOL, call.tool()).put(ASKER, asker).set(ARGUMENTS, call.arguments());
        return JsonDigest.of(shown);
    }

    /** Returns this request with its times. */
    StoredApproval at(Instant now, Instant expires) {
        return new StoredApproval(copy().put(ASKED, now.toString()).put(EXPIRES, expires.toString()));
    }

    /** Returns this request with its evidence, and whether its arguments may be edited. */
    StoredApproval with(ObjectNode evidence, boolean canEdit) {
        ObjectNode more = copy().put(EDITABLE, canEdit);
        more.set(EVIDENCE, evidence);
        return new StoredApproval(more);
    }

    /** Returns this request of a call that runs after another one. It needs an answer only if something asks. */
    StoredApproval behind(String before, boolean asks) {
        ObjectNode part = copy().put(BEHIND, before);
        if (!asks && part.path(NEEDS).isEmpty()) {
            part.put(STATUS, Approval.Status.GRANTED.word());
        }
        return new StoredApproval(part);
    }

    /** Returns the id of the approval whose call must end first; empty if there is none. */
    Optional<String> behind() {
        return Optional.ofNullable(part.path(BEHIND).textValue());
    }

    private ObjectNode copy() {
        return part instanceof ObjectNode object ? object.deepCopy() : JsonNodeFactory.instance.objectNode();
    }

    /** Returns this request with what the session's flows said of the call. */
    StoredApproval under(StoredApprovals.Written flows) {
        if (flows == StoredApprovals.Written.NONE) {
            return this;
        }
        ObjectNode asked = copy();
        flows.labels().forEach(asked.putArray(SessionFlows.LABELS)::add);
        if (!flows.evidence().isEmpty()) {
            flows.evidence().forEach(asked.withObject("/" + EVIDENCE).putArray(FLOWS)::add);
        }
        return new StoredApproval(asked);
    }

    /** Returns the session's labels under which the call was written: every one if none were recorded. */
    Set<String> labels() {
        return part.has(SessionFlows.LABELS) ? SessionLabels.brought(part) : Set.of(SessionFlows.EVERY);
    }

    /** Returns whether the same rule and path ask now, and no policy does that didn't ask then. */
    boolean isAskedBy(Ticket.Asker now, Set<String> needs) {
        return covers(needs) && now.words(given()).equals(part.path(ASKER).textValue());
    }

    /** Returns whether all these policies needed an approval when it was requested. */
    boolean covers(Set<String> needs) {
        return needs.stream().allMatch(part.path(NEEDS)::has);
    }

    /** Returns where links in the requested call's paths lead now. */
    Set<String> links(Ticket.Asker now) {
        return now.links(given());
    }

    /** Returns the reason that was given with the answer; empty if there is none. */
    String reason() {
        return part.path(REASON).asText();
    }

    private String askedBy() {
        StringBuilder words = new StringBuilder(part.path(ASKER).asText());
        part.path(EVIDENCE).path(FLOWS).forEach(line -> words.append(", ").append(VisibleText.line(line.asText())));
        part.path(NEEDS)
                .fieldNames()
                .forEachRemaining(policy -> words.append(", policy '")
                        .append(VisibleText.line(policy))
                        .append("'"));
        return words.toString();
    }

    /**
     * Returns the digest of the tool's rules and schema, and of the names and kinds of its policies. Their settings
     * aren't part of it: they are applied when the call runs.
     */
    private static String terms(String rules, List<Registration> governing) {
        ObjectNode bound = JsonNodeFactory.instance.objectNode();
        ObjectNode policies = bound.put("rules", rules).putObject("policies");
        governing.forEach(policy -> policies.put(policy.name(), policy.kind()));
        return JsonDigest.of(bound);
    }

    /** Returns whether the tool has the same rules and policies now. */
    boolean isUnder(String rules, List<Registration> governing) {
        return terms(rules, governing).equals(part.path(TERMS).textValue());
    }

    /** Returns this request, approved with other arguments. */
    StoredApproval edited(ObjectNode arguments) {
        ObjectNode changed = copy();
        changed.set(EDITED, arguments);
        return new StoredApproval(changed);
    }

    boolean canEdit() {
        return part.path(EDITABLE).booleanValue();
    }

    /** Returns the digest of what was requested. */
    String digest() {
        return part.path(DIGEST).asText();
    }

    StoredApproval answered(boolean granted, String by, Optional<String> reason, String answer) {
        ObjectNode changed = with(granted ? Approval.Status.GRANTED : Approval.Status.DECLINED)
                .put(BY, by)
                .put(ANSWER, answer);
        reason.ifPresent(text -> changed.put(REASON, text));
        return new StoredApproval(changed);
    }

    /** Returns who answered; empty without an answer. */
    Optional<String> by() {
        return Optional.ofNullable(part.path(BY).textValue());
    }

    /** Returns whether this is the result of a certain answer. */
    boolean isAnsweredBy(String answer) {
        return answer.equals(part.path(ANSWER).textValue());
    }

    StoredApproval begun(Instant now, String attempt) {
        return new StoredApproval(
                with(Approval.Status.RUNNING).put(BEGUN, now.toString()).put(ATTEMPT, attempt));
    }

    StoredApproval ended(Approval.Status status) {
        return new StoredApproval(with(status));
    }

    boolean isSpentBy(String attempt) {
        return attempt.equals(part.path(ATTEMPT).textValue());
    }

    private ObjectNode with(Approval.Status status) {
        return copy().put(STATUS, status.word());
    }

    /** Returns the arguments that were requested. */
    private ObjectNode given() {
        return object(ARGUMENTS);
    }

    private ObjectNode object(String name) {
        return part.get(name) instanceof ObjectNode object ? object.deepCopy() : JsonNodeFactory.instance.objectNode();
    }

    /**
     * Returns whether the approval was given for this call, with equal arguments, or with the edited ones and their
     * defaults.
     */
    boolean isFor(ToolCall call, Ticket.Asker now) {
        JsonNode approved = part.has(EDITED) ? now.completed(object(EDITED)) : part.path(ARGUMENTS);
        return call.tool().equals(part.path(TOOL).textValue()) && JsonEquality.equal(approved, call.arguments());
    }

    /**
     * Returns whether this is an open request for the same call, asked by the same rules, path and policies. A request
     * behind another call is also open while it is granted without an answer, since it needs none. For calls that are
     * sent again the answer counts too, and the call's id doesn't.
     */
    boolean isOpenFor(StoredApproval other, Instant now, SessionSettings settings) {
        Approval.Status status = status(now, settings.outcomeTimeout());
        boolean again = settings.hasResentCalls();
        boolean isOpen = again
                ? status.isOpen() || status == Approval.Status.DECLINED && now.isBefore(time(EXPIRES))
                : status == Approval.Status.PENDING || status == Approval.Status.GRANTED && by().isEmpty();
        return isOpen
                && (again || part.path(CALL).equals(other.part.path(CALL)))
                && List.of(TOOL, TERMS, DIGEST, NEEDS, BEHIND, SessionFlows.LABELS).stream()
                        .allMatch(each -> part.path(each).equals(other.part.path(each)))
                && JsonEquality.equal(part.path(ARGUMENTS), other.part.path(ARGUMENTS));
    }

    Instant asked() {
        return time(ASKED);
    }

    /** Returns the length of the arguments as JSON. */
    long size() {
        return part.path(ARGUMENTS).toString().length();
    }

    /**
     * Returns the status at a time; an unreadable approval is expired.
     *
     * @param timeout how long a call may run until its outcome counts as lost
     */
    Approval.Status status(Instant now, Duration timeout) {
        String status = part.path(STATUS).asText();
        for (Approval.Status each : Approval.Status.values()) {
            if (each.word().equals(status)) {
                return switch (each) {
                    case PENDING, GRANTED -> now.isBefore(time(EXPIRES)) ? each : Approval.Status.EXPIRED;
                    case RUNNING -> now.isBefore(time(BEGUN).plus(timeout)) ? each : Approval.Status.LOST;
                    default -> each;
                };
            }
        }
        return Approval.Status.EXPIRED;
    }

    /** Returns whether the approval has ended and was readable for as long again as it was valid. */
    boolean isOld(Instant now, Duration timeout) {
        Instant expires = time(EXPIRES);
        Instant asked = time(ASKED);
        Approval.Status status = status(now, timeout);
        return !status.isOpen()
                && status != Approval.Status.LOST
                && (asked.equals(Instant.EPOCH) || !now.isBefore(expires.plus(Duration.between(asked, expires))));
    }

    private Instant time(String name) {
        return SessionLabels.time(part.path(name));
    }

    Approval approval(String id, String session, Instant now, Duration timeout) {
        ToolCall call = new ToolCall(
                part.path(CALL).asText(), part.path(TOOL).asText(), object(part.has(EDITED) ? EDITED : ARGUMENTS));
        return new Read(
                id,
                session,
                call,
                given(),
                part.has(EDITED) ? digest(call, part.path(ASKER).asText()) : digest(),
                time(ASKED),
                time(EXPIRES),
                status(now, timeout),
                askedBy(),
                evidence(),
                canEdit(),
                behind(),
                by(),
                Optional.ofNullable(part.path(REASON).textValue()));
    }

    private ObjectNode evidence() {
        ObjectNode evidence = object(EVIDENCE);
        part.path(NEEDS)
                .properties()
                .forEach(need -> evidence.withArray("policies")
                        .addObject()
                        .put("name", VisibleText.line(need.getKey()))
                        .put("reason", VisibleText.line(need.getValue().asText())));
        return evidence;
    }

    /** An approval as it was read from the store. */
    private record Read(
            String id,
            String session,
            ToolCall call,
            ObjectNode requested,
            String digest,
            Instant asked,
            Instant expires,
            Approval.Status status,
            String askedBy,
            ObjectNode evidence,
            boolean canEdit,
            Optional<String> behind,
            Optional<String> by,
            Optional<String> reason)
            implements Approval {
        @Override
        public ObjectNode evidence() {
            return evidence.deepCopy();
        }

        @Override
        public ObjectNode requested() {
            return requested.deepCopy();
        }

        @Override
        public String toString() {
            return VisibleText.line("Approval[id=" + id + ", session=" + session + ", call=" + call + ", asked=" + asked
                    + ", expires=" + expires + ", status=" + status + ", askedBy=" + askedBy + ", by=" + by
                    + ", reason=" + reason + "]");
        }
    }
}
