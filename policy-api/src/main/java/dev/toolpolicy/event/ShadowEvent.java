package dev.toolpolicy.event;

import dev.toolpolicy.rule.Mode;
import java.time.Instant;
import java.util.Objects;
import java.util.OptionalInt;

/** The result of evaluating a shadow for a call. It has no effect on the call. A closed family of immutable values. */
public sealed interface ShadowEvent {

    /**
     * Returns the time of the event.
     *
     * @return the time by the engine's clock
     */
    Instant time();

    /**
     * Returns the session of the event.
     *
     * @return the session's id
     */
    String session();

    /**
     * Returns the tool that was called.
     *
     * @return the tool's name
     */
    String tool();

    /**
     * Returns the provider's id of the call.
     *
     * @return the id, possibly empty, not always unique
     */
    String callId();

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
     * An event: the shadow decided differently from the active list.
     *
     * @param time the time
     * @param session the session's id
     * @param tool the tool that was called
     * @param callId the provider's id of the call
     * @param list {@code run} or {@code result}
     * @param inForce the decision of the active list
     * @param shadow the decision of the shadow
     */
    record Differed(
            Instant time, String session, String tool, String callId, String list, Answer inForce, Answer shadow)
            implements ShadowEvent {}

    /**
     * An event: evaluating the shadow failed. The call is not affected.
     *
     * @param time the time
     * @param session the session's id
     * @param tool the tool that was called
     * @param callId the provider's id of the call
     * @param error the class of the error
     */
    record Failed(Instant time, String session, String tool, String callId, String error) implements ShadowEvent {}
}
