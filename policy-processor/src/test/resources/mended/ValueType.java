package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

@Tool(name = "write_file")
@Policy(run = {
    @Rule(arg = "/depth", oneOf = {"1", "2", "3"}, mode = ALLOW),
    @Rule(mode = ASK)
})
record WriteFile(int depth) {}
