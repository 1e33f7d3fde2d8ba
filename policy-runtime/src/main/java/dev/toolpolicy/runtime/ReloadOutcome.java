package dev.toolpolicy.runtime;

import dev.toolpolicy.internal.text.VisibleText;
import java.util.List;
import java.util.Locale;

/**
 * The outcome of a reload. Immutable.
 *
 * @param kind whether the new configuration is active
 * @param changes what has changed for tools, or would change; empty if the configuration is invalid
 * @param problems why the configuration is invalid, or its warnings
 */
public record ReloadOutcome(Kind kind, List<Change> changes, List<PolicyProblem> problems) {
    /** The kinds of outcomes. */
    public enum Kind {
        /** The new configuration is active, for calls that start from now on. */
        APPLIED,
        /** The new configuration is invalid. The current one stays. */
        INVALID,
        /** A change may loosen something, and the consent declined it. The current configuration stays. */
        DECLINED
    }

    /** Copies the lists. */
    public ReloadOutcome {
        changes = List.copyOf(changes);
        problems = List.copyOf(problems);
    }

    @Override
    public String toString() {
        StringBuilder words = new StringBuilder(kind.name().toLowerCase(Locale.ROOT));
        changes.forEach(each -> words.append('\n').append(each));
        problems.forEach(each -> words.append('\n').append(each));
        return words.toString();
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
    public record Change(String tool, String subject, boolean mayLoosen, String text) {
        @Override
        public String toString() {
            return "tool " + VisibleText.quoted(tool) + ", " + subject + (mayLoosen ? " (may loosen)" : "") + ": "
                    + text.replace("\n", "\n  ");
        }
    }
}
