package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

@Tool(name = "run")
@Policy(run = {
    @Rule(arg = "/command", commands = {"git push *"}, mode = DENY),
    @Rule(mode = ALLOW)
})
record Run(String command) {}
