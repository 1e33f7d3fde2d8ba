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
 * Runs a command and says what it is for.
 *
 * @param command the command line
 * @param description what it does, in plain words
 */
@SuppressWarnings("toolpolicy/command-by-pattern")
@Tool(name = "Bash")
@Policy(
        run = {
            @Rule(arg = "/command", prefix = "rm ", mode = DENY),
            @Rule(arg = "/command", constant = "echo hello", mode = ALLOW),
            @Rule(mode = ASK)
        })
public record DescribedBash(
        @Param("The command line.") String command,
        @Param("What it does, in plain words.") @Nullable String description) {}
