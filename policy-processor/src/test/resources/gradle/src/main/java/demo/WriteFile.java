package demo;

import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Require;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;

/** Writes a file. */
@Tool
@Policy(
    run = @Rule(mode = Mode.ASK),
    requires = @Require(tools = "read_file", key = "/path"))
public record WriteFile(Path path, String content) {}
