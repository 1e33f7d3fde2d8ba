package dev.toolpolicy.examples.tools.files;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Require;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;

/**
 * Deletes a file that was read before.
 *
 * @param path the file
 */
@Tool(name = "fs_delete_file")
@Policy(
        run = {
            @Rule(arg = "/path", prefix = ".git", mode = DENY),
            @Rule(arg = "/path", prefix = "target/", mode = ALLOW),
            @Rule(mode = ASK)
        },
        requires = @Require(tools = "fs_read_file", key = "/path"))
public record DeleteFile(@Param("The file to delete.") Path path) {}
