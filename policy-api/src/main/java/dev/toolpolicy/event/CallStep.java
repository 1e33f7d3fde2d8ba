package dev.toolpolicy.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.text.VisibleText;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * One step in the history of a call. What a kind of step doesn't tell is empty, or false. Immutable.
 *
 * <p>Its offset says how much of the call's text had been read: the position at which a decision, a denial or a request
 * was certain, and the text's length once that has ended.
 */
public final class CallStep {
    private final Kind kind;
    private final Instant time;
    private final long offset;
    /** The details by their names in JSON. */
    private final ObjectNode details;

    /** The kinds of steps. */
    public enum Kind {
        /** The call started. */
        STARTED,
        /** The run list decided. */
        DECIDED,
        /** A session policy would deny the call, before the final check. */
        DENIED,
        /** An approval was requested. */
        ASKED,
        /** An approval request was answered, or counted as declined. */
        ANSWERED,
        /** A person replaced the model's arguments. Rules and policies decide about the new ones. */
        EDITED,
        /** The call's text ended. */
        ENDED,
        /** It was settled whether the call may run. */
        CONCLUDED,
        /** The call's handler finished. */
        RAN,
        /** The call's result went to the model. */
        DELIVERED;

        /** Returns the kind as one word, as in JSON. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private CallStep(Kind kind, Instant time, long offset, ObjectNode details) {
        this.kind = kind;
        this.time = time;
        this.offset = offset;
        this.details = details;
    }

    private static CallStep of(Kind kind) {
        return new CallStep(kind, Instant.EPOCH, 0, JsonNodeFactory.instance.objectNode());
    }

    /** Creates the start of a call. */
    public static CallStep started() {
        return of(Kind.STARTED);
    }

    /**
     * Creates a decision of the run list.
     *
     * @param mode the decision
     * @param rule the index of the rule, from 0; empty if no rule decided
     * @param words the rule in words; empty if no rule decided
     * @param guarded the path that turned the decision into ask; empty if none did
     */
    public static CallStep decided(Mode mode, OptionalInt rule, Optional<String> words, Optional<String> guarded) {
        CallStep step = of(Kind.DECIDED).with("mode", mode.word());
        rule.ifPresent(index -> step.details.put("rule", index + 1));
        words.ifPresent(text -> step.details.put("words", text));
        guarded.ifPresent(path -> step.details.put("guarded", path));
        return step;
    }

    /**
     * Creates a denial by a session policy.
     *
     * @param policy the policy's name
     * @param reason the message for the model
     */
    public static CallStep denied(String policy, String reason) {
        return of(Kind.DENIED).with("policy", policy).with("reason", reason);
    }

    /**
     * Creates an approval request.
     *
     * @param request the number of the approval request
     * @param about {@code call} or {@code result}
     * @param complete true if the request showed all parameters at first
     * @param known the parameters that it showed
     */
    public static CallStep asked(long request, String about, boolean complete, List<String> known) {
        CallStep step = of(Kind.ASKED).with(request).with("about", about);
        known.forEach(step.details.put("complete", complete).putArray("known")::add);
        return step;
    }

    /**
     * Creates an answer to an approval request.
     *
     * @param request the number of the approval request; that of the earlier request if its answer was remembered
     * @param answer the answer, in one word
     * @param source the origin of the answer, in one word
     * @param reason the reason; empty if none was given
     */
    public static CallStep answered(long request, String answer, String source, String reason) {
        return of(Kind.ANSWERED)
                .with(request)
                .with("answer", answer)
                .with("source", source)
                .because(reason);
    }

    /**
     * Creates an edit of the arguments.
     *
     * @param request the number of the approval request; 0 for a stored one, which has none
     * @param arguments the new arguments, with defaults
     */
    public static CallStep edited(long request, ObjectNode arguments) {
        CallStep step = of(Kind.EDITED).with(request);
        step.details.set("arguments", arguments.deepCopy());
        return step;
    }

    /** Creates the end of the call's text. */
    public static CallStep ended() {
        return of(Kind.ENDED);
    }

    /**
     * Creates the step that settles whether the call may run.
     *
     * @param outcome the outcome in one word, such as {@code approved}
     * @param reason the reason why the call doesn't run; empty if it may
     */
    public static CallStep concluded(String outcome, String reason) {
        return of(Kind.CONCLUDED).with("outcome", outcome).because(reason);
    }

    /**
     * Creates the end of the call's handler.
     *
     * @param success true if the handler succeeded
     * @param reason the reason of the failure; empty if it succeeded
     */
    public static CallStep ran(boolean success, String reason) {
        CallStep step = of(Kind.RAN);
        step.details.put("success", success);
        return step.because(reason);
    }

    /**
     * Creates the delivery of the call's result.
     *
     * @param delivery the kind of delivery in one word, such as {@code whole}, {@code edited}, {@code notice} or
     *     {@code declined}
     */
    public static CallStep delivered(String delivery) {
        return of(Kind.DELIVERED).with("delivery", delivery);
    }

    private CallStep with(String name, String text) {
        details.put(name, text);
        return this;
    }

    private CallStep with(long request) {
        if (request != 0) {
            details.put("request", request);
        }
        return this;
    }

    private CallStep because(String reason) {
        return reason.isEmpty() ? this : with("reason", reason);
    }

    /**
     * Returns this step at another moment.
     *
     * @param moment the time by the engine's clock
     * @param position how much of the call's text had been read, in UTF-16 code units
     */
    public CallStep at(Instant moment, long position) {
        return new CallStep(kind, moment, position, details);
    }

    /** Returns the kind of step. */
    public Kind kind() {
        return kind;
    }

    /** Returns the time of the step, by the engine's clock. */
    public Instant time() {
        return time;
    }

    /** Returns how much of the call's text had been read, in UTF-16 code units. */
    public long offset() {
        return offset;
    }

    /** Returns the decision of the run list. */
    public Optional<Mode> mode() {
        return Mode.of(text("mode"));
    }

    /** Returns the index of the rule that decided, from 0. */
    public OptionalInt rule() {
        return details.has("rule") ? OptionalInt.of(details.get("rule").intValue() - 1) : OptionalInt.empty();
    }

    /** Returns the rule that decided, in words. */
    public String words() {
        return text("words");
    }

    /** Returns the path that turned the decision into ask. */
    public String guarded() {
        return text("guarded");
    }

    /** Returns the name of the session policy that would deny the call. */
    public String policy() {
        return text("policy");
    }

    /** Returns the reason of a denial, an answer or a failure, or why the call doesn't run. */
    public String reason() {
        return text("reason");
    }

    /** Returns the number of the approval request. */
    public Optional<Long> request() {
        return Optional.ofNullable(details.get("request")).map(JsonNode::longValue);
    }

    /** Returns what an approval was requested for, {@code call} or {@code result}. */
    public String about() {
        return text("about");
    }

    /** Returns the parameters that the request showed at first. */
    public List<String> known() {
        return details.path("known").valueStream().map(JsonNode::textValue).toList();
    }

    /** Returns whether the request showed all parameters at first. */
    public boolean isComplete() {
        return details.path("complete").booleanValue();
    }

    /** Returns the answer, in one word. */
    public String answer() {
        return text("answer");
    }

    /** Returns the origin of the answer, in one word. */
    public String source() {
        return text("source");
    }

    /** Returns a copy of the arguments of an edit, with defaults. */
    public Optional<ObjectNode> arguments() {
        return Optional.ofNullable(details.get("arguments")).map(edited -> ((ObjectNode) edited).deepCopy());
    }

    /** Returns the outcome in one word, such as {@code approved}. */
    public String outcome() {
        return text("outcome");
    }

    /** Returns whether the handler succeeded. */
    public Optional<Boolean> success() {
        return Optional.ofNullable(details.get("success")).map(JsonNode::booleanValue);
    }

    /** Returns the kind of delivery in one word. */
    public String delivery() {
        return text("delivery");
    }

    private String text(String name) {
        return details.path(name).asText();
    }

    /** Converts the step to JSON, with its members in a fixed order. The rule's number is from 1, as in messages. */
    public ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("step", kind.word()).put("time", time.toString()).put("offset", offset);
        return json.setAll(details.deepCopy());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CallStep that && json().equals(that.json());
    }

    @Override
    public int hashCode() {
        return json().hashCode();
    }

    /** Returns the step as JSON text on one line. */
    @Override
    public String toString() {
        return VisibleText.line(json().toString());
    }
}
