package demo;

import static dev.toolpolicy.rule.Mode.ALLOW;
import static dev.toolpolicy.rule.Mode.ASK;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import dev.toolpolicy.rule.Match;

@Tool(name = "run")
@Policy(run = {
    @Rule(arg = "/command", commands = "git diff *", match = Match.ANY, mode = ALLOW),
    @Rule(mode = ASK)
})
record Run(String command) {}
