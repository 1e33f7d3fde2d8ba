package dev.toolpolicy.runtime;

import java.util.List;
import java.util.Locale;

/** The outcome of a reload. A closed family of immutable values. */
public sealed interface ReloadOutcome {

    /** The kinds of outcomes. */
    enum Kind {
        /** An {@link Applied}. */
        APPLIED,
        /** An {@link Invalid}. */
        INVALID,
        /** A {@link Declined}. */
        DECLINED
    }

    /**
     * Returns the kind of outcome, for a {@code switch}.
     *
     * @return the kind, without details
     */
    Kind kind();

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

    private static String words(ReloadOutcome outcome) {
        StringBuilder words = new StringBuilder(outcome.kind().name().toLowerCase(Locale.ROOT));
        outcome.changes().forEach(each -> words.append('\n').append(each));
        outcome.problems().forEach(each -> words.append('\n').append(each));
        return words.toString();
    }

    /**
     * The new configuration is active, for calls that start from now on.
     *
     * @param changes the changes
     * @param problems the problems that don't stop the engine from working, such as why tools are disabled
     */
    record Applied(List<Change> changes, List<PolicyProblem> problems) implements ReloadOutcome {
        /**
         * Copies the lists.
         *
         * @param changes the changes
         * @param problems the problems that don't stop the engine from working
         */
        public Applied {
            changes = List.copyOf(changes);
            problems = List.copyOf(problems);
        }

        @Override
        public Kind kind() {
            return Kind.APPLIED;
        }

        /** Returns the outcome in words: its kind, and each change and problem on lines of its own. */
        @Override
        public String toString() {
            return words(this);
        }
    }

    /**
     * The new configuration is invalid; the old one stays active as a whole.
     *
     * @param problems the problems of the new configuration
     */
    record Invalid(List<PolicyProblem> problems) implements ReloadOutcome {
        /**
         * Copies the lists.
         *
         * @param problems the problems of the new configuration
         */
        public Invalid {
            problems = List.copyOf(problems);
        }

        @Override
        public Kind kind() {
            return Kind.INVALID;
        }

        /** Returns the outcome in words: its kind, and each change and problem on lines of its own. */
        @Override
        public String toString() {
            return words(this);
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
         * Copies the lists.
         *
         * @param changes the changes that were declined
         * @param problems the problems of the new configuration
         */
        public Declined {
            changes = List.copyOf(changes);
            problems = List.copyOf(problems);
        }

        @Override
        public Kind kind() {
            return Kind.DECLINED;
        }

        /** Returns the outcome in words: its kind, and each change and problem on lines of its own. */
        @Override
        public String toString() {
            return words(this);
        }
    }

    /**
     * A change that a reload makes to one tool. Immutable.
     *
     * @param tool the tool's name
     * @param subject the changed part: {@code run}, {@code result}, {@code requires}, or {@code tool} for its
     *     declaration
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
