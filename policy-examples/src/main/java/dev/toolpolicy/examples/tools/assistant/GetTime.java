package dev.toolpolicy.examples.tools.assistant;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;

import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

/**
 * Looks up the time.
 *
 * @param timezone where
 */
@Tool
@Policy(run = {@Rule(arg = "/timezone", prefix = "Europe/", mode = ALLOW), @Rule(mode = ASK)})
public record GetTime(
        @Param("A time zone, such as Europe/Paris.") String timezone) {}
