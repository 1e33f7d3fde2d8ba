package dev.toolpolicy.examples.tools.shell;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import org.jspecify.annotations.Nullable;

/**
 * Runs a command.
 *
 * @param command the command line
 * @param timeout when to give up, in milliseconds
 */
@SuppressWarnings("toolpolicy/command-by-pattern")
@Tool(name = "bash")
@Policy(
        run = {
            @Rule(arg = "/command", prefix = "rm ", mode = DENY),
            @Rule(arg = "/command", prefix = "sudo ", mode = DENY),
            @Rule(
                    arg = "/command",
                    oneOf = {"ls", "pwd", "git status"},
                    mode = ALLOW),
            @Rule(mode = ASK)
        })
public record Bash(
        @Param("The command line.") String command,

        @Param("When to give up, in milliseconds.") @Nullable
        Integer timeout) {}
