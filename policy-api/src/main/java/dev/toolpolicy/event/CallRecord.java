package dev.toolpolicy.event;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.internal.text.VisibleText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A record of everything that happened to one call: what was asked, what decided, what was done, and the steps in
 * order. For logs, audits and displays. Immutable.
 */
public final class CallRecord {
    private final String session;
    private final long serial;
    private final String callId;
    private final String tool;
    private final ObjectNode arguments;
    private final boolean cut;
    private final List<CallStep> steps;
    private final RecordedResult result;

    /** The kinds of verdicts. */
    public enum Verdict {
        /** The call was approved and ran, or went out to the client that runs it. */
        RAN,
        /** A rule or a session policy denied the call. */
        DENIED,
        /** A person declined the call, it was cancelled, or its approval request timed out. */
        DECLINED,
        /** The tool is unknown, or the arguments are invalid. */
        INVALID,
        /** The call needs an approval that it doesn't have. */
        PENDING;

        /** Returns the verdict as one word, as in JSON. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Creates the record of a call without arguments and steps.
     *
     * @param session the session's id
     * @param serial the call's number, unique in the process
     * @param callId the provider's id of the call; may be empty, and is not always unique
     * @param tool the tool's name
     */
    public CallRecord(String session, long serial, String callId, String tool) {
        this(
                session,
                serial,
                callId,
                tool,
                JsonNodeFactory.instance.objectNode(),
                true,
                List.of(),
                RecordedResult.NONE);
    }

    private CallRecord(
            String session,
            long serial,
            String callId,
            String tool,
            ObjectNode arguments,
            boolean cut,
            List<CallStep> steps,
            RecordedResult result) {
        this.session = session;
        this.serial = serial;
        this.callId = callId;
        this.tool = tool;
        this.arguments = arguments;
        this.cut = cut;
        this.steps = List.copyOf(steps);
        this.result = result;
    }

    /**
     * Returns this record with the arguments.
     *
     * @param arguments the complete parameters, as the model wrote them. A cut call may have had more; an edited call
     *     runs with the arguments of its {@link CallStep.Kind#EDITED} step.
     * @param cut true if the text ended, or was dropped, before it was a complete and valid value
     */
    public CallRecord withArguments(ObjectNode arguments, boolean cut) {
        return new CallRecord(session, serial, callId, tool, arguments.deepCopy(), cut, steps, result);
    }

    /**
     * Returns this record with a verdict.
     *
     * @param verdict the verdict
     * @param success whether the call's handler succeeded; empty if the call didn't run, or if that isn't known
     */
    public CallRecord withVerdict(Verdict verdict, Optional<Boolean> success) {
        return with(result.withVerdict(verdict, success.orElse(null)));
    }

    /** Returns this record with the rule, policy, answer or error that decided. */
    public CallRecord withDecision(Decision decision) {
        return with(result.withDecision(decision));
    }

    /**
     * Returns this record with the arguments that rules and policies decided on.
     *
     * @param checked the arguments, valid and with their defaults, and edited if an approver edited them
     */
    public CallRecord withCheckedArguments(ObjectNode checked) {
        return with(result.withChecked(checked.deepCopy()));
    }

    /** Returns this record with the hash of the active policies, as {@link #policies} returns it. */
    public CallRecord withPolicies(String hash) {
        return with(result.withPolicies(hash));
    }

    /** Returns this record of a call whose tool the engine knows. */
    public CallRecord withKnownTool() {
        return with(result.withKnownTool());
    }

    /**
     * Returns this record with what the session's flows said of the call.
     *
     * @param labels the session's labels at the decision, in order
     * @param sets the names of the sets in which the deciding rule found the call's values, in order
     */
    public CallRecord withFlows(List<String> labels, List<String> sets) {
        return with(result.withFlows(labels, sets));
    }

    private CallRecord with(RecordedResult other) {
        return new CallRecord(session, serial, callId, tool, arguments, cut, steps, other);
    }

    /** Returns the session's id. */
    public String session() {
        return session;
    }

    /** Returns the call's number, unique in the process. */
    public long serial() {
        return serial;
    }

    /** Returns the provider's id of the call; may be empty, and is not always unique. */
    public String callId() {
        return callId;
    }

    /** Returns the tool's name, as the model gave it. */
    public String tool() {
        return tool;
    }

    /** Returns the tool's name; empty if the engine has no such tool, so that a model may have invented the name. */
    public Optional<String> knownTool() {
        return result.knownTool() ? Optional.of(tool) : Optional.empty();
    }

    /** Returns whether the text ended, or was dropped, before it was a complete and valid value. */
    public boolean cut() {
        return cut;
    }

    /** Returns the steps in order. */
    public List<CallStep> steps() {
        return steps;
    }

    /** Returns a copy of the complete parameters, as the model wrote them. */
    public ObjectNode arguments() {
        return arguments.deepCopy();
    }

    /** Returns the verdict; empty while the call is open. */
    public Optional<Verdict> verdict() {
        return Optional.ofNullable(result.verdict());
    }

    /** Returns whether the call's handler succeeded; empty if the call didn't run, or if that isn't known. */
    public Optional<Boolean> success() {
        return Optional.ofNullable(result.success());
    }

    /** Returns what decided whether the call runs; empty while that is open. */
    public Optional<Decision> decision() {
        return Optional.ofNullable(result.decision());
    }

    /**
     * Returns the arguments that rules and policies decided on, and that the call ran with if it ran.
     *
     * @return a copy, with defaults and an approver's edits; empty if the arguments are not complete and valid
     */
    public Optional<ObjectNode> checkedArguments() {
        return Optional.ofNullable(result.checked()).map(ObjectNode::deepCopy);
    }

    /**
     * Returns a hash of the engine's policies at the call's start: of the tools, their rule lists and the configuration
     * of the session policies. Engines with equal policies have equal hashes, in every process.
     *
     * @return SHA-256 in hexadecimal digits; empty if it isn't known
     */
    public String policies() {
        return result.policies();
    }

    /** Returns the session's labels at the decision, in order; none if the engine records no flows. */
    public List<String> labels() {
        return result.labels();
    }

    /** Returns the names of the sets in which the deciding rule found the call's values, in order. */
    public List<String> sets() {
        return result.sets();
    }

    /** Returns the time of the call's first step. */
    public Optional<Instant> started() {
        return steps.stream().findFirst().map(CallStep::time);
    }

    /** Returns the time at which it was settled whether the call runs; empty while that is open. */
    public Optional<Instant> decided() {
        return first(CallStep.Kind.CONCLUDED);
    }

    /**
     * Returns how long the decision took: from the end of the arguments, or from the first step if they didn't end, to
     * {@link #decided}. It includes the wait for an answer.
     *
     * @return the time, at least zero; empty while the decision is open
     */
    public Optional<Duration> decisionTime() {
        return first(CallStep.Kind.ENDED)
                .or(this::started)
                .flatMap(from -> decided().map(to -> Duration.between(from, to)))
                .map(time -> time.isNegative() ? Duration.ZERO : time);
    }

    private Optional<Instant> first(CallStep.Kind kind) {
        return steps.stream().filter(step -> step.kind() == kind).findFirst().map(CallStep::time);
    }

    /** Returns the time of the call's last step; empty while the call is open. */
    public Optional<Instant> ended() {
        return result.verdict() == null || steps.isEmpty()
                ? Optional.empty()
                : Optional.of(steps.get(steps.size() - 1).time());
    }

    /**
     * Adds steps to the record.
     *
     * @param later the steps that follow, in order
     * @return the longer record
     */
    public CallRecord followedBy(List<CallStep> later) {
        List<CallStep> all = new ArrayList<>(steps);
        all.addAll(later);
        return new CallRecord(session, serial, callId, tool, arguments, cut, all, result);
    }

    /**
     * Converts the record to JSON. The order of its members is always the same. The checked arguments are a member only
     * if they differ from the model's.
     *
     * @return a new object
     */
    public ObjectNode json() {
        return RecordJson.of(this);
    }

    /** Returns the record as JSON text on one line. */
    @Override
    public String toString() {
        return VisibleText.line(json().toString());
    }

    private List<Object> parts() {
        return List.of(session, serial, callId, tool, arguments, cut, steps, result);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CallRecord that && parts().equals(that.parts());
    }

    @Override
    public int hashCode() {
        return parts().hashCode();
    }

    /**
     * The decision whether a call runs, by a rule, a session policy, an answer to an approval request, or an error in the
     * arguments. Immutable.
     */
    public static final class Decision {
        private final By by;
        private final String reason;
        private final Map<String, String> parts;
        private final OptionalInt rule;

        /** The kinds of things that decide. */
        public enum By {
            /** A rule of the tool's list. */
            RULE,
            /** No rule matched, so the default decided, which asks. */
            DEFAULT,
            /** A session policy, or the session's store, which failed. */
            POLICY,
            /** An answer to an approval request, or its absence. */
            ANSWER,
            /** The validation of tool and arguments. */
            VALIDATION,
            /** A gate, which lets no call out that it can't check. */
            GATE;

            /** Returns the kind as one word, as in JSON. */
            public String word() {
                return name().toLowerCase(Locale.ROOT);
            }
        }

        private Decision(By by, String reason, OptionalInt rule, Map<String, String> parts) {
            this.by = by;
            this.reason = reason;
            this.rule = rule;
            this.parts = parts;
        }

        /**
         * Creates a decision without details.
         *
         * @param by the kind of thing that decided
         * @param reason the message for the model; empty if the call may run
         */
        public static Decision of(By by, String reason) {
            return new Decision(by, reason, OptionalInt.empty(), Map.of());
        }

        /**
         * Returns this decision with the rule that applied.
         *
         * @param index the rule's index, from 0
         * @param words the rule in words
         * @param origin the place of its list: a file with line and column, the tool's declaration, or code
         */
        public Decision withRule(int index, String words, String origin) {
            return new Decision(by, reason, OptionalInt.of(index), parts)
                    .with("words", words)
                    .with("origin", origin);
        }

        /** Returns this decision with the name of the session policy that denied the call. */
        public Decision withPolicy(String name) {
            return with("policy", name);
        }

        /** Returns this decision with the source of the answer, in one word. */
        public Decision withSource(String word) {
            return with("source", word);
        }

        /** Returns this decision with the id of the stored approval that the call waits for or uses. */
        public Decision withApproval(String id) {
            return with("approval", id);
        }

        /** Returns this decision with the name of the person who gave the stored approval. */
        public Decision withApprover(String name) {
            return with("approver", name);
        }

        /** Returns this decision with the code of the error, such as {@code unknown-tool}. */
        public Decision withCode(String code) {
            return with("code", code);
        }

        private Decision with(String part, String value) {
            Map<String, String> more = new LinkedHashMap<>(parts);
            more.put(part, value);
            return new Decision(by, reason, rule, more);
        }

        /** Returns the kind of thing that decided. */
        public By by() {
            return by;
        }

        /** Returns the message for the model, which can contain arguments; empty if the call may run. */
        public String reason() {
            return reason;
        }

        /** Returns the index of the rule that applied, from 0; empty if none did. */
        public OptionalInt rule() {
            return rule;
        }

        /** Returns the rule in words. */
        public Optional<String> words() {
            return part("words");
        }

        /** Returns the place of the rule's list: a file with line and column, the tool's declaration, or code. */
        public Optional<String> origin() {
            return part("origin");
        }

        /** Returns the name of the session policy that denied the call. */
        public Optional<String> policy() {
            return part("policy");
        }

        /** Returns the source of the answer, in one word. */
        public Optional<String> source() {
            return part("source");
        }

        /** Returns the id of the stored approval that the call waits for or uses. */
        public Optional<String> approval() {
            return part("approval");
        }

        /** Returns the name of the person who gave the stored approval, as the service named them. */
        public Optional<String> approver() {
            return part("approver");
        }

        /** Returns the code of the error, such as {@code unknown-tool}. */
        public Optional<String> code() {
            return part("code");
        }

        private Optional<String> part(String name) {
            return Optional.ofNullable(parts.get(name));
        }

        /** Converts the decision to JSON. The rule's number is from 1, as in messages. */
        public ObjectNode json() {
            return RecordJson.of(this);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Decision that
                    && by == that.by
                    && reason.equals(that.reason)
                    && rule.equals(that.rule)
                    && parts.equals(that.parts);
        }

        @Override
        public int hashCode() {
            return Objects.hash(by, reason, rule, parts);
        }

        @Override
        public String toString() {
            return VisibleText.line(json().toString());
        }
    }

    /**
     * A listener for finished calls: for logs, audits and histories.
     *
     * <p>The engine calls it exactly once for each call that ended, on the thread on which that became known: a call
     * that doesn't run, when that is settled; a call that runs, when its outcome is recorded; a call of a turn, when it
     * has its result; a call behind a gate, when it goes out or is replaced. It should return quickly. An exception
     * from it is logged and changes nothing. Arguments can contain secrets, so a listener that stores them must redact
     * them; {@code AuditLog} writes only their digest by default.
     */
    @FunctionalInterface
    public interface Listener {

        /**
         * Receives a call that has ended.
         *
         * @param call the record of the call
         */
        void onCall(CallRecord call);
    }
}
