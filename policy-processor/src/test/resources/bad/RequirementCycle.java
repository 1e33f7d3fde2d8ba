package demo;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Require;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;

class Tools {
    @Tool
    @Policy(requires = @Require(tools = "deploy"))
    record RunTests() {}

    @Tool
    @Policy(requires = @Require(tools = "build"))
    record Deploy() {}

    @Tool
    @Policy(requires = @Require(tools = "run_tests"))
    record Build() {}

    @Tool
    @Policy(requires = @Require(tools = "alone"))
    record Alone() {}

    /** Only waits for a circle, and is in none. */
    @Tool
    @Policy(requires = @Require(tools = "build"))
    record Publish() {}

    /** Needs itself only where nothing else unlocked the path. */
    @Tool
    @Policy(requires = @Require(tools = {"create", "edit"}, key = "/path"))
    record Edit(Path path) {}

    @Tool
    record Create(Path path) {}
}
