package dev.toolpolicy.agents.importing.internal.rule;

import java.util.Set;

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

    /**
     * Returns what absolute paths of a pattern may be in the workspace, as patterns with stars for relative paths.
     * Without a known workspace an absolute pattern may reach everything.
     */
    Set<String> below(String pattern) {
        if (workspace.isEmpty()) {
            return pattern.startsWith("/") ? Set.of("*") : Set.of();
        }
        return Wildcards.below(pattern, workspace + "/");
    }

    /** Returns whether {@code ~} can be said. */
    boolean hasHome() {
        return !home.isEmpty();
    }
}
