package demo;

import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;

@Tool(name = "write_file")
@Policy(run = {
    @Rule(arg = "/path", glob = "**/.ssh/**", mode = DENY),
    @Rule(mode = ASK)
})
record WriteFile(Path path) {}
