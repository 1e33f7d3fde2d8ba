package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

@Tool(name = "run")
@Policy(run = {
    @Rule(arg = "/command", prefix = "npm test", mode = ALLOW),
    @Rule(mode = ASK)
})
record Run(String command) {}
