package dev.toolpolicy.event;

import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.rule.Mode;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** The result of evaluating a shadow for a call. It has no effect on the call. A closed family of immutable values. */
public sealed interface ShadowEvent {

    /**
     * The call that was compared.
     *
     * @param session the session's id
     * @param tool the tool that was called
     * @param callId the provider's id of the call, possibly empty, not always unique
     */
    record Call(String session, String tool, String callId) {
        @Override
        public String toString() {
            return VisibleText.line("Call[session=" + session + ", tool=" + tool + ", callId=" + callId + "]");
        }
    }

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
     * @param current the decision of the active list
     * @param shadow the decision of the shadow
     */
    record Difference(String list, Answer current, Answer shadow) {}

    /**
     * An event: the shadow decided differently from the active list.
     *
     * @param time the time by the engine's clock
     * @param call the call that was compared
     * @param difference the two decisions
     */
    record Differed(Instant time, Call call, Difference difference) implements ShadowEvent {
        /** Returns the name of the list, {@code run} or {@code result}. */
        public String list() {
            return difference.list();
        }

        /** Returns the decision of the active list. */
        public Answer current() {
            return difference.current();
        }

        /** Returns the decision of the shadow. */
        public Answer shadow() {
            return difference.shadow();
        }
    }

    /**
     * An event: evaluating the shadow failed. The call is not affected.
     *
     * @param time the time by the engine's clock
     * @param call the call that was compared
     * @param error the class of the error
     */
    record Failed(Instant time, Call call, String error) implements ShadowEvent {
        @Override
        public String toString() {
            return VisibleText.line("Failed[time=" + time + ", call=" + call + ", error=" + error + "]");
        }
    }

    /**
     * The counts of a shadow: how often it disagreed with the current configuration since it was set. Immutable.
     *
     * @param calls the number of compared calls
     * @param differing the number of calls that the shadow decides differently, in either list
     * @param failures the number of calls for which the shadow failed; they are not in {@code calls}
     * @param pairs the number of disagreements by current and shadow mode
     */
    record Counts(long calls, long differing, long failures, Map<Pair, Long> pairs) {
        /** Copies the components. */
        public Counts {
            pairs = Map.copyOf(pairs);
        }

        /**
         * A disagreement of the current configuration and the shadow.
         *
         * @param tool the tool that was called
         * @param list {@code run} or {@code result}
         * @param current the current mode
         * @param shadow the shadow's mode
         */
        public record Pair(String tool, String list, Mode current, Mode shadow) {
            @Override
            public String toString() {
                return "tool \"" + tool + "\", " + list + ": " + current.word() + " -> " + shadow.word();
            }
        }

        /**
         * Returns the counts for people.
         *
         * @return a line for all calls, then one for each pair by tool, joined by {@code \n}
         */
        @Override
        public String toString() {
            String head = calls + " calls compared, " + differing + " differ, " + failures + " failed";
            return pairs.entrySet().stream()
                    .map(each -> "\n" + each.getKey() + ": " + each.getValue())
                    .sorted(Comparator.naturalOrder())
                    .collect(Collectors.joining("", head, ""));
        }
    }
}
