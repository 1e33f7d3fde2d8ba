package dev.toolpolicy.config.importing.internal.syntax;

/**
 * The surroundings of a list that its files don't contain.
 *
 * @param workspace the absolute path of the workspace's root; empty if it isn't known
 * @param home the absolute path of the home directory; empty if it isn't known
 * @param project whether the file is the project's, and not the user's
 * @param intended whether stricter rules without effect are imported as they were meant
 */
public record ReadSettings(String workspace, String home, boolean project, boolean intended) {
    /** Returns these settings for a file. */
    public ReadSettings of(boolean isProject) {
        return new ReadSettings(workspace, home, isProject, intended);
    }

    /** Returns whether {@code ~} can be said. */
    boolean hasHome() {
        return !home.isEmpty();
    }
}
