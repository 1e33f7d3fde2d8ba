package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

@Tool(name = "pay")
@Policy(run = {
    @Rule(arg = "/amount", minimum = "0", maximum = "100", mode = ALLOW),
    @Rule(mode = ASK)
})
record Pay(int amount, String currency) {}
