package dev.toolpolicy.examples.tools.files;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;

import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Reads a text file of the project, whole or some of its lines.
 *
 * @param path the file
 * @param startLine the first line, from 1
 * @param endLine the last line
 */
@Tool(name = "fs_read_file")
@Policy(
        run = {
            @Rule(arg = "/path", prefix = ".env", mode = ASK),
            @Rule(arg = "/path", prefix = ".", mode = ALLOW),
            @Rule(mode = ASK)
        },
        result = @Rule(mode = ALLOW))
public record ReadFile(
        @Param("The file to read.") Path path,
        @Param("The first line, from 1.") @Nullable Integer startLine,
        @Param("The last line.") @Nullable Integer endLine) {}
