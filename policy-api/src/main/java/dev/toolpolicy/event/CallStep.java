package dev.toolpolicy.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.Mode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** One step in the history of a call. A closed family of immutable values. */
public sealed interface CallStep {

    /**
     * Returns the time of the step.
     *
     * @return the time by the engine's clock
     */
    Instant time();

    /**
     * Returns how much of the call's text had been read.
     *
     * @return the number of UTF-16 code units
     */
    long offset();

    /**
     * Returns the kind of step, in one word.
     *
     * @return the word, as in JSON
     */
    String word();

    /**
     * Writes the step's details.
     *
     * @param json the target, which already has kind, time and offset
     */
    void describe(ObjectNode json);

    /**
     * Calls the visitor's method for this kind of step.
     *
     * @return the method's result
     */
    <R extends @Nullable Object> R accept(Visitor<R> visitor);

    /**
     * A function of steps, with a case for each kind. A kind that joins the family becomes a method without a default.
     *
     * @param <R> the type of the results
     */
    interface Visitor<R extends @Nullable Object> {
        /** Returns the result for the start. */
        R started(Started step);

        /** Returns the result for the decision of the run list. */
        R decided(Decided step);

        /** Returns the result for a denial. */
        R denied(Denied step);

        /** Returns the result for an approval request. */
        R prompted(Prompted step);

        /** Returns the result for an answer. */
        R answered(Answered step);

        /** Returns the result for an edit. */
        R edited(Edited step);

        /** Returns the result for the end of the text. */
        R ended(Ended step);

        /** Returns the result for the outcome. */
        R concluded(Concluded step);

        /** Returns the result for the end of the handler. */
        R ran(Ran step);

        /** Returns the result for the delivery of the result. */
        R delivered(Delivered step);
    }

    /**
     * The step at which a call started.
     *
     * @param time the time
     * @param offset 0
     */
    record Started(Instant time, long offset) implements CallStep {
        @Override
        public String word() {
            return "started";
        }

        @Override
        public void describe(ObjectNode json) {
            // Has only a time.
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.started(this);
        }
    }

    /**
     * The step at which the run list decided.
     *
     * @param time the time
     * @param offset the position in the text at which the decision was certain
     * @param mode the decision
     * @param rule the index of the rule, from 0; empty if no rule decided
     * @param words the rule in words
     * @param guarded the path that turned the decision into ask
     */
    record Decided(
            Instant time, long offset, Mode mode, OptionalInt rule, Optional<String> words, Optional<String> guarded)
            implements CallStep {
        @Override
        public String word() {
            return "decided";
        }

        @Override
        public void describe(ObjectNode json) {
            json.put("mode", mode.word());
            rule.ifPresent(index -> json.put("rule", index + 1));
            words.ifPresent(text -> json.put("words", text));
            guarded.ifPresent(path -> json.put("guarded", path));
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.decided(this);
        }
    }

    /**
     * The step at which a session policy would deny the call, before the final check.
     *
     * @param time the time
     * @param offset the position in the text at which the decision was certain
     * @param policy the policy's name
     * @param reason the message for the model
     */
    record Denied(Instant time, long offset, String policy, String reason) implements CallStep {
        @Override
        public String word() {
            return "denied";
        }

        @Override
        public void describe(ObjectNode json) {
            json.put("policy", policy).put("reason", reason);
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.denied(this);
        }
    }

    /**
     * The step at which an approval was requested.
     *
     * @param time the time
     * @param offset the position in the text
     * @param prompt the number of the approval request
     * @param about {@code call} or {@code result}
     * @param known the parameters that the request showed at first
     * @param complete true if these were all parameters
     */
    record Prompted(Instant time, long offset, long prompt, String about, List<String> known, boolean complete)
            implements CallStep {
        /** Copies the components. */
        public Prompted {
            known = List.copyOf(known);
        }

        @Override
        public String word() {
            return "prompted";
        }

        @Override
        public void describe(ObjectNode json) {
            json.put("prompt", prompt).put("about", about).put("complete", complete);
            known.forEach(json.putArray("known")::add);
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.prompted(this);
        }
    }

    /**
     * The step at which an approval request was answered, or counted as declined.
     *
     * @param time the time
     * @param offset the position in the text
     * @param prompt the number of the approval request; that of the earlier request if its answer was remembered
     * @param answer the answer, in one word
     * @param source the origin of the answer, in one word
     * @param reason the reason; empty if none was given
     */
    record Answered(Instant time, long offset, long prompt, String answer, String source, String reason)
            implements CallStep {
        @Override
        public String word() {
            return "answered";
        }

        @Override
        public void describe(ObjectNode json) {
            json.put("prompt", prompt).put("answer", answer).put("source", source);
            if (!reason.isEmpty()) {
                json.put("reason", reason);
            }
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.answered(this);
        }
    }

    /**
     * The step at which a person replaced the model's arguments. Rules and policies decide about the new arguments, and
     * the call runs with them if it runs.
     *
     * @param time the time
     * @param offset the position in the text
     * @param prompt the number of the approval request
     * @param arguments the new arguments, with defaults
     */
    record Edited(Instant time, long offset, long prompt, ObjectNode arguments) implements CallStep {
        /** Copies the components. */
        public Edited {
            arguments = arguments.deepCopy();
        }

        /**
         * Returns the new arguments.
         *
         * @return a copy
         */
        @Override
        public ObjectNode arguments() {
            return arguments.deepCopy();
        }

        @Override
        public String word() {
            return "edited";
        }

        @Override
        public void describe(ObjectNode json) {
            json.put("prompt", prompt).set("arguments", arguments());
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.edited(this);
        }
    }

    /**
     * The step at which the call's text ended.
     *
     * @param time the time
     * @param offset the text's length
     */
    record Ended(Instant time, long offset) implements CallStep {
        @Override
        public String word() {
            return "ended";
        }

        @Override
        public void describe(ObjectNode json) {
            // Has only a time and an offset.
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.ended(this);
        }
    }

    /**
     * The step at which it was settled whether the call may run.
     *
     * @param time the time
     * @param offset the text's length
     * @param outcome the outcome in one word, such as {@code approved}
     * @param reason the reason why the call doesn't run; empty if it may
     */
    record Concluded(Instant time, long offset, String outcome, String reason) implements CallStep {
        @Override
        public String word() {
            return "concluded";
        }

        @Override
        public void describe(ObjectNode json) {
            json.put("outcome", outcome);
            if (!reason.isEmpty()) {
                json.put("reason", reason);
            }
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.concluded(this);
        }
    }

    /**
     * The step at which the call's handler finished.
     *
     * @param time the time
     * @param offset the text's length
     * @param success true if the handler succeeded
     * @param reason the reason of the failure; empty if it succeeded
     */
    record Ran(Instant time, long offset, boolean success, String reason) implements CallStep {
        @Override
        public String word() {
            return "ran";
        }

        @Override
        public void describe(ObjectNode json) {
            json.put("success", success);
            if (!reason.isEmpty()) {
                json.put("reason", reason);
            }
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.ran(this);
        }
    }

    /**
     * The step at which the call's result went to the model.
     *
     * @param time the time
     * @param offset the text's length
     * @param delivery the kind of delivery in one word, such as {@code returned} or {@code withheld}
     */
    record Delivered(Instant time, long offset, String delivery) implements CallStep {
        @Override
        public String word() {
            return "delivered";
        }

        @Override
        public void describe(ObjectNode json) {
            json.put("delivery", delivery);
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.delivered(this);
        }
    }
}
