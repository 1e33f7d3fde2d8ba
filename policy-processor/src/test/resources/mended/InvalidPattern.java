package demo;

import static dev.toolpolicy.rule.Mode.ALLOW;
import static dev.toolpolicy.rule.Mode.ASK;
import static dev.toolpolicy.rule.Mode.DENY;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

@Tool(name = "run_command")
@Policy(run = {
    @Rule(arg = "/command", pattern = "^rm ", mode = DENY),
    @Rule(arg = "/command", pattern = "^git (status|diff)$", mode = ALLOW),
    @Rule(mode = ASK)
})
record RunCommand(String command) {}
