package dev.toolpolicy.examples.tools.git;

import static dev.toolpolicy.annotation.Mode.ALLOW;

import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

/**
 * Shows what has changed.
 *
 * @param status which changes
 */
@Tool(name = "git_diff")
@Policy(run = @Rule(mode = ALLOW))
public record GitDiff(@Param("Which changes.") Status status) {

    /** The state of a change. */
    public enum Status {
        /** Marked for the next commit. */
        @Param(name = "staged")
        STAGED,
        /** Only in the working copy. */
        @Param(name = "unstaged")
        UNSTAGED
    }
}
