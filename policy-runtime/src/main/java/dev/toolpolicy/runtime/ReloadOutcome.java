package dev.toolpolicy.runtime;

import java.util.List;

/** What became of a reload. A closed family of immutable values. */
public sealed interface ReloadOutcome {

    /**
     * What would change, or has changed.
     *
     * @return the changes, what may loosen something first; empty if the new configuration is wrong
     */
    List<PolicyChange> changes();

    /**
     * What was found.
     *
     * @return problems, warnings among them
     */
    List<PolicyProblem> problems();

    /**
     * The new configuration is in force, for calls that begin from now on.
     *
     * @param changes what has changed
     * @param problems what is wrong, and doesn't keep the engine from working; tools that are disabled are told here
     */
    record Applied(List<PolicyChange> changes, List<PolicyProblem> problems) implements ReloadOutcome {
        /**
         * Checks and copies the components.
         *
         * @param changes what has changed
         * @param problems what is wrong, and doesn't keep the engine from working; tools that are disabled are told
         *     here
         */
        public Applied {
            changes = List.copyOf(changes);
            problems = List.copyOf(problems);
        }
    }

    /**
     * The new configuration is wrong; the old one stays in force, whole.
     *
     * @param problems what is wrong with it
     */
    record Invalid(List<PolicyProblem> problems) implements ReloadOutcome {
        /**
         * Checks and copies the components.
         *
         * @param problems what is wrong with it
         */
        public Invalid {
            problems = List.copyOf(problems);
        }

        @Override
        public List<PolicyChange> changes() {
            return List.of();
        }
    }

    /**
     * The new configuration may loosen something, and nobody consented; the old one stays in force, whole.
     *
     * @param changes what would change
     * @param problems what was found in the new configuration
     */
    record Declined(List<PolicyChange> changes, List<PolicyProblem> problems) implements ReloadOutcome {
        /**
         * Checks and copies the components.
         *
         * @param changes what would change
         * @param problems what was found in the new configuration
         */
        public Declined {
            changes = List.copyOf(changes);
            problems = List.copyOf(problems);
        }
    }
}
