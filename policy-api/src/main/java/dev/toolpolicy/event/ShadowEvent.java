package dev.toolpolicy.event;

import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.rule.ListKind;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * The result of evaluating a shadow for a call: it decided a list differently, or failed. It has no effect on the call.
 * Immutable.
 *
 * @param time the time by the engine's clock
 * @param session the session's id
 * @param tool the name of the tool that was called
 * @param callId the provider's id of the call, possibly empty, not always unique
 * @param list the list that was decided differently; empty for a failure
 * @param current the decision of the active list; empty for a failure
 * @param currentRule the index of its rule that decided, from 0; empty if none did
 * @param shadow the decision of the shadow; empty for a failure
 * @param shadowRule the index of its rule that decided, from 0; empty if none did
 * @param error the class of the error of a failure; else empty
 */
public record ShadowEvent(
        Instant time,
        String session,
        String tool,
        String callId,
        Optional<ListKind> list,
        Optional<Mode> current,
        OptionalInt currentRule,
        Optional<Mode> shadow,
        OptionalInt shadowRule,
        String error) {

    /** Returns whether evaluating the shadow failed. */
    public boolean isFailure() {
        return list.isEmpty();
    }

    @Override
    public String toString() {
        return VisibleText.line("ShadowEvent[time=" + time + ", session=" + session + ", tool=" + tool + ", callId="
                + callId
                + list.map(each -> ", " + each.word() + ": " + words(current.orElseThrow(), currentRule) + " -> "
                                + words(shadow.orElseThrow(), shadowRule))
                        .orElse(", error=" + error)
                + "]");
    }

    private static String words(Mode mode, OptionalInt rule) {
        return mode.word() + " (" + (rule.isPresent() ? "rule " + (rule.getAsInt() + 1) : "no rule") + ")";
    }

    /**
     * The counts of a shadow: how often it disagreed with the current configuration since it was set. Immutable.
     *
     * @param calls the number of compared calls
     * @param differing the number of calls that the shadow decides differently, in either list
     * @param failures the number of calls for which the shadow failed; they are not in {@code calls}
     * @param pairs the number of disagreements by tool, list, current and shadow mode, in words such as {@code tool
     *     "write", run: ask -> allow}
     */
    public record Counts(long calls, long differing, long failures, Map<String, Long> pairs) {
        /** Copies the components. */
        public Counts {
            pairs = Map.copyOf(pairs);
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
