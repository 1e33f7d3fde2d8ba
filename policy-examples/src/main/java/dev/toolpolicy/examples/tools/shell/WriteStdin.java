package dev.toolpolicy.examples.tools.shell;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.EDIT;

import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import org.jspecify.annotations.Nullable;

/**
 * Types into a program that runs, or only waits for its output.
 *
 * @param sessionId which program
 * @param chars what to type; nothing to wait only
 * @param yieldTimeMs how long to wait for output, in milliseconds
 * @param maxOutputTokens how much output to return
 */
@Tool(name = "write_stdin")
@Policy(
        run = {
            @Rule(arg = "/yield_time_ms", exclusiveMinimum = "60000", mode = EDIT),
            @Rule(arg = "/yield_time_ms", minimum = "0", maximum = "10000", mode = ALLOW),
            @Rule(mode = ASK)
        })
public record WriteStdin(
        @Param("The running program.") int sessionId,
        @Param("What to type.") String chars,

        @Param("How long to wait for output, in milliseconds.") @Nullable
        Integer yieldTimeMs,

        @Param("How much output to return.") @Nullable Integer maxOutputTokens) {}
