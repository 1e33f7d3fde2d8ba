package dev.toolpolicy.examples.tools.files;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;

import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes a new file line by line.
 *
 * @param filename the file
 * @param linesOfText its lines
 */
@Tool(name = "make_file")
@Policy(
        run = {
            @Rule(
                    arg = "/filename",
                    oneOf = {"notes.txt", "todo.txt"},
                    mode = ALLOW),
            @Rule(mode = ASK)
        })
public record MakeFile(
        @Param("The file to create.") Path filename,
        @Param(value = "Its lines.", large = true) List<String> linesOfText) {}
