package dev.toolpolicy.examples.tools.git;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;

import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Require;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;
import java.util.List;

/**
 * Commits files, after the tests have passed.
 *
 * @param paths the files
 * @param message what the commit does
 */
@Tool(name = "git_commit")
@Policy(
        run = {@Rule(arg = "/paths", prefix = "docs/", match = Match.ALL, mode = ALLOW), @Rule(mode = ASK)},
        requires = @Require(tools = "test"))
public record GitCommit(
        @Param("The files to commit.") List<Path> paths,
        @Param("What the commit does.") String message) {}
