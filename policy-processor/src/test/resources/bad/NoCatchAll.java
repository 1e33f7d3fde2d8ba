package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;

@Tool(name = "write_file")
@Policy(
    run = @Rule(arg = "/path", prefix = "src/", mode = ALLOW),
    result = {})
record WriteFile(Path path) {}
