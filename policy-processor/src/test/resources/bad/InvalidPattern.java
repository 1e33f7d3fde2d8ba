package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

@Tool(name = "create_branch")
@Policy(run = {
    @Rule(arg = "/branch", pattern = "(feature|fix", mode = ALLOW),
    @Rule(arg = "/branch", pattern = "^(?!main$)", mode = ALLOW),
    @Rule(arg = "/branch", pattern = "(a)\\1", mode = DENY),
    @Rule(mode = ASK)
})
record CreateBranch(String branch) {}
