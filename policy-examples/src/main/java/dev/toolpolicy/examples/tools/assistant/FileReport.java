package dev.toolpolicy.examples.tools.assistant;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;

import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

/**
 * Files a report on an incident.
 *
 * @param summary what happened
 */
@Tool
@Policy(run = {@Rule(arg = "/summary", prefix = "minor: ", mode = ALLOW), @Rule(mode = ASK)})
public record FileReport(
        @Param(value = "What happened.", large = true) String summary) {}
