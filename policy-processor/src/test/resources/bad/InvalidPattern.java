package demo;

import static dev.toolpolicy.rule.Mode.ASK;
import static dev.toolpolicy.rule.Mode.SKIP;
import static dev.toolpolicy.rule.Mode.UNATTENDED;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

@Tool(name = "run_command")
@Policy(run = {
    @Rule(arg = "/command", pattern = "git (status|diff", mode = UNATTENDED),
    @Rule(arg = "/command", pattern = "^(?!rm )", mode = UNATTENDED),
    @Rule(arg = "/command", pattern = "(a)\\1", mode = SKIP),
    @Rule(mode = ASK)
})
record RunCommand(String command) {}
