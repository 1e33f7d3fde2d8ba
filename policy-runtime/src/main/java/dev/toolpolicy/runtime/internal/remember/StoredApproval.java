package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.internal.json.JsonDigest;
import dev.toolpolicy.internal.json.JsonEquality;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.approval.Approval;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The stored form of an approval: a JSON object. Immutable. */
final class StoredApproval {
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
    private static final String LABELS = "labels";
    private static final String EVIDENCE = "evidence";

    private final JsonNode part;

    private StoredApproval(JsonNode part) {
        this.part = part;
    }

    static StoredApproval read(JsonNode part) {
        return new StoredApproval(part);
    }

    static StoredApproval asked(ToolCall call, String digest, Instant now, Instant expires) {
        ObjectNode part = JsonNodeFactory.instance.objectNode();
        part.put(TOOL, call.tool())
                .put(CALL, call.id())
                .put(DIGEST, digest)
                .put(ASKED, now.toString())
                .put(EXPIRES, expires.toString())
                .put(STATUS, Approval.Status.PENDING.word());
        part.set(ARGUMENTS, call.arguments());
        return new StoredApproval(part);
    }

    /**
     * Returns this request with what asks for it.
     *
     * @param asker the rule that decides and the path that needs approval, in words
     * @param needs the policies that need an approval
     */
    StoredApproval by(String asker, Set<String> needs) {
        ObjectNode asked = ((ObjectNode) part.deepCopy()).put(ASKER, asker);
        needs.forEach(asked.putArray(NEEDS)::add);
        return new StoredApproval(asked);
    }

    /** Returns this request with what the session's flows said of the call. */
    StoredApproval under(StoredApprovals.Written flows) {
        if (flows.labels().isEmpty() && flows.evidence().isEmpty()) {
            return this;
        }
        ObjectNode asked = part.deepCopy();
        flows.labels().forEach(asked.putArray(LABELS)::add);
        flows.evidence().forEach(asked.putArray(EVIDENCE)::add);
        return new StoredApproval(asked);
    }

    /** Returns the session's labels under which the call was written. */
    Set<String> labels() {
        Set<String> labels = new HashSet<>();
        part.path(LABELS).forEach(label -> labels.add(label.asText()));
        return labels;
    }

    /** Returns whether the same rule and path ask now, and no policy does that didn't ask then. */
    boolean isAskedBy(String asker, Set<String> needs) {
        Set<String> then = new HashSet<>();
        part.path(NEEDS).forEach(policy -> then.add(policy.asText()));
        return asker.equals(part.path(ASKER).textValue()) && then.containsAll(needs);
    }

    /** Returns the reason that was given with the answer; empty if there is none. */
    String reason() {
        return part.path(REASON).asText();
    }

    private String askedBy() {
        StringBuilder words = new StringBuilder(part.path(ASKER).asText());
        part.path(EVIDENCE).forEach(line -> words.append(", ").append(VisibleText.line(line.asText())));
        part.path(NEEDS)
                .forEach(policy -> words.append(", policy '")
                        .append(VisibleText.line(policy.asText()))
                        .append("'"));
        return words.toString();
    }

    /**
     * Returns the digest of what an approval is bound to: the tool, the arguments, the tool's rules, and the names and
     * kinds of its policies. Their settings aren't part of it: they are applied when the call runs.
     */
    static String digest(ToolCall call, String rules, List<Registration> governing) {
        ObjectNode bound = JsonNodeFactory.instance.objectNode();
        bound.put(TOOL, call.tool()).put("rules", rules).set(ARGUMENTS, call.arguments());
        ObjectNode policies = bound.putObject("policies");
        governing.forEach(policy -> policies.put(policy.name(), policy.kind()));
        return JsonDigest.of(bound);
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

    StoredApproval spent(Instant now, String attempt) {
        return new StoredApproval(
                with(Approval.Status.SPENT).put("spent", now.toString()).put(ATTEMPT, attempt));
    }

    boolean isSpentBy(String attempt) {
        return attempt.equals(part.path(ATTEMPT).textValue());
    }

    private ObjectNode with(Approval.Status status) {
        return ((ObjectNode) part.deepCopy()).put(STATUS, status.word());
    }

    /** Returns whether the approval was given for this call, with equal arguments, under equal rules and policies. */
    boolean isFor(ToolCall call, String rules, List<Registration> governing) {
        return part.path(DIGEST).asText().equals(digest(call, rules, governing))
                && JsonEquality.equal(part.path(ARGUMENTS), call.arguments());
    }

    /** Returns whether this is an open request for the same call, asked by the same rule, path and policies. */
    boolean isPendingFor(StoredApproval other, Instant now) {
        return status(now) == Approval.Status.PENDING
                && List.of(CALL, TOOL, DIGEST, ASKER, NEEDS, LABELS).stream()
                        .allMatch(each -> part.path(each).equals(other.part.path(each)))
                && JsonEquality.equal(part.path(ARGUMENTS), other.part.path(ARGUMENTS));
    }

    /** Returns whether the call may still run with this approval: it is pending or granted. */
    boolean isOpen(Instant now) {
        Approval.Status status = status(now);
        return status == Approval.Status.PENDING || status == Approval.Status.GRANTED;
    }

    Instant asked() {
        return time(ASKED);
    }

    /** Returns the length of the arguments as JSON. */
    long size() {
        return part.path(ARGUMENTS).toString().length();
    }

    /** Returns the status at a time; an unreadable approval is expired. */
    Approval.Status status(Instant now) {
        String status = part.path(STATUS).asText();
        for (Approval.Status each : Approval.Status.values()) {
            if (each.word().equals(status)) {
                boolean canExpire = each == Approval.Status.PENDING || each == Approval.Status.GRANTED;
                return canExpire && isOver(now) ? Approval.Status.EXPIRED : each;
            }
        }
        return Approval.Status.EXPIRED;
    }

    /** Returns whether the approval has expired, answered or not. */
    boolean isOver(Instant now) {
        return !now.isBefore(time(EXPIRES));
    }

    private Instant time(String name) {
        try {
            return Instant.parse(part.path(name).asText());
        } catch (DateTimeException damaged) {
            return Instant.MIN;
        }
    }

    Approval approval(String id, String session, Instant now) {
        ObjectNode arguments =
                part.get(ARGUMENTS) instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
        ToolCall call = new ToolCall(part.path(CALL).asText(), part.path(TOOL).asText(), arguments);
        return new Read(
                id,
                session,
                call,
                time(ASKED),
                time(EXPIRES),
                status(now),
                askedBy(),
                by(),
                Optional.ofNullable(part.path(REASON).textValue()));
    }

    JsonNode write() {
        return part;
    }

    /** An approval as it was read from the store. */
    private record Read(
            String id,
            String session,
            ToolCall call,
            Instant asked,
            Instant expires,
            Approval.Status status,
            String askedBy,
            Optional<String> by,
            Optional<String> reason)
            implements Approval {
        @Override
        public String toString() {
            return VisibleText.line("Approval[id=" + id + ", session=" + session + ", call=" + call + ", asked=" + asked
                    + ", expires=" + expires + ", status=" + status + ", askedBy=" + askedBy + ", by=" + by
                    + ", reason=" + reason + "]");
        }
    }
}
