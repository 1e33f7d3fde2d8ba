package dev.toolpolicy.event;

import dev.toolpolicy.rule.Mode;
import java.time.Instant;
import java.util.Objects;
import java.util.OptionalInt;

/** The result of evaluating a shadow for a call. It has no effect on the call. A closed family of immutable values. */
public sealed interface ShadowEvent {

    /**
     * The call that was compared.
     *
     * @param session the session's id
     * @param tool the tool that was called
     * @param callId the provider's id of the call, possibly empty, not always unique
     */
    record Call(String session, String tool, String callId) {}

    /** Returns the time of the event, by the engine's clock. */
    Instant time();

    /** Returns the call that was compared. */
    Call call();

    /** Returns the id of the session. */
    default String session() {
        return call().session();
    }

    /** Returns the name of the tool that was called. */
    default String tool() {
        return call().tool();
    }

    /** Returns the provider's id of the call, possibly empty, not always unique. */
    default String callId() {
        return call().callId();
    }

    /**
     * The decision of a rule list about a call.
     *
     * @param mode the decision
     * @param rule the index of the rule that decided, from 0; empty for the implicit ask
     */
    record Answer(Mode mode, OptionalInt rule) {
        /** Checks the components. */
        public Answer {
            Objects.requireNonNull(mode, "mode");
            Objects.requireNonNull(rule, "rule");
        }

        @Override
        public String toString() {
            return mode.word() + " (" + (rule.isPresent() ? "rule " + (rule.getAsInt() + 1) : "no rule") + ")";
        }
    }

    /**
     * A difference between the active list and the shadow.
     *
     * @param list {@code run} or {@code result}
     * @param inForce the decision of the active list
     * @param shadow the decision of the shadow
     */
    record Difference(String list, Answer inForce, Answer shadow) {}

    /**
     * An event: the shadow decided differently from the active list.
     *
     * @param time the time
     * @param call the call
     * @param difference the two decisions
     */
    record Differed(Instant time, Call call, Difference difference) implements ShadowEvent {
        /** Returns the name of the list, {@code run} or {@code result}. */
        public String list() {
            return difference.list();
        }

        /** Returns the decision of the active list. */
        public Answer inForce() {
            return difference.inForce();
        }

        /** Returns the decision of the shadow. */
        public Answer shadow() {
            return difference.shadow();
        }
    }

    /**
     * An event: evaluating the shadow failed. The call is not affected.
     *
     * @param time the time
     * @param call the call
     * @param error the class of the error
     */
    record Failed(Instant time, Call call, String error) implements ShadowEvent {}
}
