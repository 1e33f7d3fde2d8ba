package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

@Tool(name = "read")
@Policy(run = {
    @Rule(arg = "/path", pattern = "secret", mode = DENY),
    @Rule(arg = "/path", prefix = "src", mode = ALLOW),
    @Rule(mode = ASK)
})
record Read(java.nio.file.Path path) {}
