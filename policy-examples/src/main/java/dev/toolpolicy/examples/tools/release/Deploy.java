package dev.toolpolicy.examples.tools.release;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Require;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

/**
 * Deploys what was tested and built.
 *
 * @param environment where to
 * @param replicas how many of it run
 */
@SuppressWarnings("toolpolicy/stricter-after-allow")
@Tool(name = "deploy")
@Policy(
        run = {
            @Rule(arg = "/environment", constant = "staging", mode = ALLOW),
            @Rule(arg = "/replicas", exclusiveMinimum = "16", mode = DENY),
            @Rule(mode = ASK)
        },
        requires = @Require(tools = {"test", "build"}))
public record Deploy(
        @Param("Where to.") Environment environment,
        @Param("How many of it run.") int replicas) {

    /** The environment of a deployment. */
    public enum Environment {
        /** For ourselves. */
        @Param(name = "staging")
        STAGING,
        /** For everybody. */
        @Param(name = "production")
        PRODUCTION
    }
}
