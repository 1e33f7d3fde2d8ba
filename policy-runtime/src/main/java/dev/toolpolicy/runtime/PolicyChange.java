package dev.toolpolicy.runtime;

/**
 * What a reload changes for one tool. Immutable.
 *
 * @param tool the tool's name
 * @param subject what of it: {@code run}, {@code result}, {@code requires}, or {@code tool} for its declaration
 * @param mayLoosen false if it is known that nothing is allowed that wasn't before
 * @param text the change in words for people, of one or more lines
 */
public record PolicyChange(String tool, String subject, boolean mayLoosen, String text) {

    @Override
    public String toString() {
        return "tool \"" + tool + "\", " + subject + (mayLoosen ? " (may loosen)" : "") + ": "
                + text.replace("\n", "\n  ");
    }
}
