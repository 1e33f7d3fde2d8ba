package dev.toolpolicy.examples.tools.files;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;

import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;

/**
 * Lists the files below a folder.
 *
 * @param path the folder
 * @param pattern which files
 */
@Tool(name = "fs_list_files")
@Policy(run = {@Rule(arg = "/path", prefix = ".", mode = ALLOW), @Rule(mode = ASK)})
public record ListFiles(
        @Param("The folder to look into.") Path path,
        @Param("A glob that the files match.") String pattern) {}
