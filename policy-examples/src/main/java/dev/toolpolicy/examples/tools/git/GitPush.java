package dev.toolpolicy.examples.tools.git;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Require;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

/**
 * Pushes a branch, after a commit.
 *
 * @param force whether to overwrite what others pushed
 * @param branch the branch
 */
@Tool(name = "git_push")
@Policy(
        run = {
            @Rule(arg = "/force", constant = "true", mode = DENY),
            @Rule(arg = "/branch", prefix = "agent/", mode = ALLOW),
            @Rule(mode = ASK)
        },
        requires = @Require(tools = "git_commit"))
public record GitPush(
        @Param(value = "Whether to overwrite what others pushed.", defaultValue = "false")
        boolean force,

        @Param("The branch to push.") String branch) {}
