package dev.toolpolicy.examples.tools.files;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;

/**
 * Writes a new file.
 *
 * @param path the file
 * @param content all of its text
 */
@Tool(name = "fs_create_file")
@Policy(
        run = {
            @Rule(arg = "/path", prefix = ".git", mode = DENY),
            @Rule(arg = "/path", prefix = "crates/", mode = ALLOW),
            @Rule(arg = "/path", prefix = "docs/", mode = ALLOW),
            @Rule(mode = ASK)
        })
public record CreateFile(
        @Param("The file to create.") Path path,
        @Param(value = "The whole text.", large = true) String content) {}
