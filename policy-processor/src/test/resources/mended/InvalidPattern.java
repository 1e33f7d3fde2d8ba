package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

@Tool(name = "create_branch")
@Policy(run = {
    @Rule(arg = "/branch", pattern = "^main$", mode = DENY),
    @Rule(arg = "/branch", pattern = "^(?:feature|fix)/[a-z-]+$", mode = ALLOW),
    @Rule(mode = ASK)
})
record CreateBranch(String branch) {}
