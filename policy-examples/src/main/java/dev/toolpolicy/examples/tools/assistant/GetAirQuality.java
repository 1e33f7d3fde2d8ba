package dev.toolpolicy.examples.tools.assistant;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;

import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

/**
 * Looks up the air quality, which costs something outside of two cities.
 *
 * @param city where
 */
@Tool
@Policy(
        run = {
            @Rule(
                    arg = "/city",
                    oneOf = {"Paris", "Tokyo"},
                    mode = ALLOW),
            @Rule(mode = ASK)
        })
public record GetAirQuality(@Param("Where.") String city) {}
