package dev.toolpolicy.agents.importing.internal.rule;

import java.util.List;

/**
 * A rule in our language, for one tool.
 *
 * @param alternatives conditions, one of which must hold
 * @param fate whether they are the same as the rule
 * @param why one sentence for people; empty if there is nothing to say
 * @param example a call that the list would allow and the conditions don't, or that they stop and it wouldn't; empty if
 *     they are the same
 */
public record Translation(List<Alternative> alternatives, Fidelity fate, String why, String example) {
    /** Copies the components. */
    public Translation {
        alternatives = List.copyOf(alternatives);
    }

    /** Returns a rule that has the same effect. */
    public static Translation exact(Alternative... alternatives) {
        return new Translation(List.of(alternatives), Fidelity.EXACT, "", "");
    }

    static Translation exact(List<Alternative> alternatives) {
        return new Translation(alternatives, Fidelity.EXACT, "", "");
    }

    /** Returns a stricter rule. */
    public static Translation stricter(List<Alternative> alternatives, String why, String example) {
        return new Translation(alternatives, Fidelity.STRICTER, why, example);
    }

    static Translation refused(String why) {
        return new Translation(List.of(), Fidelity.REFUSED, why, "");
    }

    static Translation inert(String why) {
        return new Translation(List.of(), Fidelity.INERT, why, "");
    }
}
