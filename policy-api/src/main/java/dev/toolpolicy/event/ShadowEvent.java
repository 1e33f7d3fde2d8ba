package dev.toolpolicy.event;

import dev.toolpolicy.rule.Mode;
import java.time.Instant;
import java.util.Objects;
import java.util.OptionalInt;

/** What came of evaluating a shadow for a call. Nothing of it has an effect. A closed family of immutable values. */
public sealed interface ShadowEvent {

    /**
     * When it happened.
     *
     * @return the time
     */
    Instant time();

    /**
     * The session it happened in.
     *
     * @return the session's id
     */
    String session();

    /**
     * The tool that was called.
     *
     * @return its name
     */
    String tool();

    /**
     * The provider's id of the call.
     *
     * @return the id, possibly empty, not always unique
     */
    String callId();

    /**
     * What a list answers a call.
     *
     * @param mode the answer
     * @param rule the rule that decides, from 0; empty for the implicit ask
     */
    record Answer(Mode mode, OptionalInt rule) {
        /**
         * Checks the components.
         *
         * @param mode the answer
         * @param rule the rule that decides, from 0; empty for the implicit ask
         */
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
     * The shadow gives a call another mode than the list in force.
     *
     * @param time when
     * @param session the session's id
     * @param tool the tool that was called
     * @param callId the provider's id of the call
     * @param list {@code run} or {@code result}
     * @param inForce what counts
     * @param shadow what would count if the shadow were in force
     */
    record Differed(
            Instant time, String session, String tool, String callId, String list, Answer inForce, Answer shadow)
            implements ShadowEvent {}

    /**
     * Evaluating the shadow failed. The call is what it was.
     *
     * @param time when
     * @param session the session's id
     * @param tool the tool that was called
     * @param callId the provider's id of the call
     * @param error what failed: an error's class
     */
    record Failed(Instant time, String session, String tool, String callId, String error) implements ShadowEvent {}
}
