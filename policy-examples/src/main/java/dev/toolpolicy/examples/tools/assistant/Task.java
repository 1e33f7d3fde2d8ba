package dev.toolpolicy.examples.tools.assistant;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;

import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Hands a task to another agent.
 *
 * @param description what it is about, in a line
 * @param prompt what to do
 * @param cwd where to work
 * @param agent which agent
 */
@Tool
@Policy(
        run = {
            @Rule(arg = "/agent", constant = "admin", mode = ASK),
            @Rule(arg = "/cwd", prefix = "/workspace", mode = ALLOW),
            @Rule(mode = ASK)
        })
public record Task(
        @Param("What it is about, in a line.") @Nullable String description,
        @Param("What to do.") String prompt,
        @Param("Where to work.") @Nullable Path cwd,
        @Param("Which agent.") @Nullable String agent) {}
