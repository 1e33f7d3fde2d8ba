package dev.toolpolicy.runtime;

/**
 * A change that a reload makes to one tool. Immutable.
 *
 * @param tool the tool's name
 * @param subject the changed part: {@code run}, {@code result}, {@code requires}, or {@code tool} for its declaration
 * @param mayLoosen false if the change is proved to allow nothing new
 * @param text a description of the change for people, of one or more lines
 */
public record PolicyChange(String tool, String subject, boolean mayLoosen, String text) {

    @Override
    public String toString() {
        return "tool \"" + tool + "\", " + subject + (mayLoosen ? " (may loosen)" : "") + ": "
                + text.replace("\n", "\n  ");
    }
}
