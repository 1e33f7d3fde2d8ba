package dev.toolpolicy.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.rule.Mode;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** One step in the history of a call. A closed family of immutable values. */
public sealed interface CallStep {

    /**
     * A moment of a call.
     *
     * @param time the time by the engine's clock
     * @param offset how much of the call's text had been read, in UTF-16 code units
     */
    record Moment(Instant time, long offset) {}

    /** Returns the moment of the step. */
    Moment at();

    /** Returns the time of the step, by the engine's clock. */
    default Instant time() {
        return at().time();
    }

    /** Returns how much of the call's text had been read, in UTF-16 code units. */
    default long offset() {
        return at().offset();
    }

    /**
     * Returns the kind of step, in one word.
     *
     * @return the word, as in JSON
     */
    default String word() {
        return getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

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
        R asked(Asked step);

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
     * @param at the moment; its offset is 0
     */
    record Started(Moment at) implements CallStep {
        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.started(this);
        }

        @Override
        public String toString() {
            return RecordJson.text(this);
        }
    }

    /**
     * The step at which the run list decided.
     *
     * @param at the moment; its offset is the position in the text at which the decision was certain
     * @param mode the decision
     * @param rule the index of the rule, from 0; empty if no rule decided
     * @param words the rule in words; empty if no rule decided
     * @param guarded the path that turned the decision into ask; empty if none did
     */
    record Decided(Moment at, Mode mode, OptionalInt rule, Optional<String> words, Optional<String> guarded)
            implements CallStep {
        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.decided(this);
        }

        @Override
        public String toString() {
            return RecordJson.text(this);
        }
    }

    /**
     * The step at which a session policy would deny the call, before the final check.
     *
     * @param at the moment; its offset is the position in the text at which the decision was certain
     * @param policy the policy's name
     * @param reason the message for the model
     */
    record Denied(Moment at, String policy, String reason) implements CallStep {
        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.denied(this);
        }

        @Override
        public String toString() {
            return RecordJson.text(this);
        }
    }

    /**
     * The step at which an approval was requested.
     *
     * @param at the moment; its offset is the position in the text
     * @param request the number of the approval request
     * @param about {@code call} or {@code result}
     * @param known the parameters that the request showed at first
     * @param complete true if these were all parameters
     */
    record Asked(Moment at, long request, String about, List<String> known, boolean complete) implements CallStep {
        /** Copies the components. */
        public Asked {
            known = List.copyOf(known);
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.asked(this);
        }

        @Override
        public String toString() {
            return RecordJson.text(this);
        }
    }

    /**
     * The step at which an approval request was answered, or counted as declined.
     *
     * @param at the moment; its offset is the position in the text
     * @param request the number of the approval request; that of the earlier request if its answer was remembered
     * @param answer the answer, in one word
     * @param source the origin of the answer, in one word
     * @param reason the reason; empty if none was given
     */
    record Answered(Moment at, long request, String answer, String source, String reason) implements CallStep {
        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.answered(this);
        }

        @Override
        public String toString() {
            return RecordJson.text(this);
        }
    }

    /**
     * The step at which a person replaced the model's arguments. Rules and policies decide about the new arguments, and
     * the call runs with them if it runs.
     *
     * @param at the moment; its offset is the position in the text
     * @param request the number of the approval request
     * @param arguments the new arguments, with defaults
     */
    record Edited(Moment at, long request, ObjectNode arguments) implements CallStep {
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
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.edited(this);
        }

        @Override
        public String toString() {
            return RecordJson.text(this);
        }
    }

    /**
     * The step at which the call's text ended.
     *
     * @param at the moment; its offset is the text's length
     */
    record Ended(Moment at) implements CallStep {
        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.ended(this);
        }

        @Override
        public String toString() {
            return RecordJson.text(this);
        }
    }

    /**
     * The step at which it was settled whether the call may run.
     *
     * @param at the moment; its offset is the text's length
     * @param outcome the outcome in one word, such as {@code approved}
     * @param reason the reason why the call doesn't run; empty if it may
     */
    record Concluded(Moment at, String outcome, String reason) implements CallStep {
        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.concluded(this);
        }

        @Override
        public String toString() {
            return RecordJson.text(this);
        }
    }

    /**
     * The step at which the call's handler finished.
     *
     * @param at the moment; its offset is the text's length
     * @param success true if the handler succeeded
     * @param reason the reason of the failure; empty if it succeeded
     */
    record Ran(Moment at, boolean success, String reason) implements CallStep {
        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.ran(this);
        }

        @Override
        public String toString() {
            return RecordJson.text(this);
        }
    }

    /**
     * The step at which the call's result went to the model.
     *
     * @param at the moment; its offset is the text's length
     * @param delivery the kind of delivery in one word, such as {@code whole}, {@code edited}, {@code notice} or {@code declined}
     */
    record Delivered(Moment at, String delivery) implements CallStep {
        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.delivered(this);
        }

        @Override
        public String toString() {
            return RecordJson.text(this);
        }
    }
}
