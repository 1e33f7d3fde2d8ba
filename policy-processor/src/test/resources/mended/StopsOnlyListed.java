package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

@Tool(name = "run")
@Policy(run = {
    @Rule(arg = "/command", commands = {"git push *"}, mode = DENY),
    @Rule(arg = "/command", commands = {"git status", "git diff *"}, mode = ALLOW),
    @Rule(mode = ASK)
})
record Run(String command) {}
