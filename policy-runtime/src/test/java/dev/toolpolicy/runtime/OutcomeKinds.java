package dev.toolpolicy.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.toolpolicy.runtime.call.ToolCallOutcome;

/** Expected kinds of outcomes. */
public final class OutcomeKinds {
    private OutcomeKinds() {}

    /** Returns the outcome, which must be of this kind. */
    public static ToolCallOutcome expect(ToolCallOutcome.Kind kind, ToolCallOutcome outcome) {
        assertEquals(kind, outcome.kind(), outcome::toString);
        return outcome;
    }
}
