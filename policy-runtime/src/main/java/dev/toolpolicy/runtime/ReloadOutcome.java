package dev.toolpolicy.runtime;

import java.util.List;

/** The outcome of a reload. A closed family of immutable values. */
public sealed interface ReloadOutcome {

    /**
     * Returns the changes, made or declined.
     *
     * @return the changes, those that may loosen something first; empty if the new configuration is invalid
     */
    List<Change> changes();

    /**
     * Returns the problems that were found, including warnings.
     *
     * @return the problems
     */
    List<PolicyProblem> problems();

    /**
     * The new configuration is active, for calls that start from now on.
     *
     * @param changes the changes
     * @param problems the problems that don't stop the engine from working, such as why tools are disabled
     */
    record Applied(List<Change> changes, List<PolicyProblem> problems) implements ReloadOutcome {
        /**
         * Checks and copies the components.
         *
         * @param changes the changes
         * @param problems the problems that don't stop the engine from working
         */
        public Applied {
            changes = List.copyOf(changes);
            problems = List.copyOf(problems);
        }
    }

    /**
     * The new configuration is invalid; the old one stays active as a whole.
     *
     * @param problems the problems of the new configuration
     */
    record Invalid(List<PolicyProblem> problems) implements ReloadOutcome {
        /**
         * Checks and copies the components.
         *
         * @param problems the problems of the new configuration
         */
        public Invalid {
            problems = List.copyOf(problems);
        }

        @Override
        public List<Change> changes() {
            return List.of();
        }
    }

    /**
     * The new configuration may loosen something and the consent declined it; the old one stays active as a whole.
     *
     * @param changes the changes that were declined
     * @param problems the problems of the new configuration
     */
    record Declined(List<Change> changes, List<PolicyProblem> problems) implements ReloadOutcome {
        /**
         * Checks and copies the components.
         *
         * @param changes the changes that were declined
         * @param problems the problems of the new configuration
         */
        public Declined {
            changes = List.copyOf(changes);
            problems = List.copyOf(problems);
        }
    }

    /**
     * A change that a reload makes to one tool. Immutable.
     *
     * @param tool the tool's name
     * @param subject the changed part: {@code run}, {@code result}, {@code requires}, or {@code tool} for its declaration
     * @param mayLoosen false if the change is proved to allow nothing new
     * @param text a description of the change for people, of one or more lines
     */
    record Change(String tool, String subject, boolean mayLoosen, String text) {

        @Override
        public String toString() {
            return "tool \"" + tool + "\", " + subject + (mayLoosen ? " (may loosen)" : "") + ": "
                    + text.replace("\n", "\n  ");
        }
    }
}
