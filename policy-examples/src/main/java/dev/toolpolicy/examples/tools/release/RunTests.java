package dev.toolpolicy.examples.tools.release;

import static dev.toolpolicy.annotation.Mode.ALLOW;

import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

/**
 * Runs tests.
 *
 * @param suite which tests
 */
@Tool(name = "test")
@Policy(run = @Rule(mode = ALLOW))
public record RunTests(
        @Param(value = "Which tests.", defaultValue = "all") String suite) {}
