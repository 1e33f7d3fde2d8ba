package demo;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;

@Tool
@Policy(run = @Rule(mode = NEVER))
record ReadFile(Path path) {}
