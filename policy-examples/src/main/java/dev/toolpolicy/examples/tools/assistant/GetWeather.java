package dev.toolpolicy.examples.tools.assistant;

import static dev.toolpolicy.annotation.Mode.ALLOW;

import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

/**
 * Looks up the weather.
 *
 * @param city where
 */
@Tool
@Policy(run = @Rule(mode = ALLOW))
public record GetWeather(@Param("Where.") String city) {}
