package dev.toolpolicy.examples.tools.files;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;

import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;

/**
 * Finds lines in the files below a folder.
 *
 * @param pattern what the lines match
 * @param path the folder, or one file
 */
@Tool(name = "fs_grep_files")
@Policy(
        run = {
            @Rule(arg = "/path", prefix = ".env", mode = ASK),
            @Rule(arg = "/path", prefix = ".", mode = ALLOW),
            @Rule(mode = ASK)
        },
        result = @Rule(mode = ALLOW))
public record GrepFiles(
        @Param("What the lines match, as a regular expression of ECMA-262 without look-around and back-references.")
        String pattern,

        @Param("The folder to look into, or one file.") Path path) {}
