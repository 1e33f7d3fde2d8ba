package dev.toolpolicy.examples.tools.release;

import static dev.toolpolicy.annotation.Mode.ALLOW;

import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

/**
 * Builds what is deployed.
 *
 * @param profile how to build it
 */
@Tool(name = "build")
@Policy(run = @Rule(mode = ALLOW))
public record Build(@Param("How to build it.") Profile profile) {

    /** The profile of a build. */
    public enum Profile {
        /** Fast, with what helps to find faults. */
        @Param(name = "debug")
        DEBUG,
        /** As it is deployed. */
        @Param(name = "release")
        RELEASE
    }
}
