package demo;

import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

@Tool(name = "run")
@Policy(run = {
    @Rule(arg = "/text", pattern = "\brm\b", mode = DENY),
    @Rule(mode = ASK)
})
record Run(String text) {}
