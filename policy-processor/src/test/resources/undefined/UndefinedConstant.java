package demo;

import static dev.toolpolicy.annotation.Mode.ASK;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;

@Tool
@Policy(run = @Rule(arg = Paths.SOURCES, prefix = "src/", mode = ASK))
record ReadFile(Path path) {}
