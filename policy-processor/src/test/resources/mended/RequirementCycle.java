package demo;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Require;
import dev.toolpolicy.annotation.Tool;

class Tools {
    @Tool
    record Build() {}

    @Tool
    @Policy(requires = @Require(tools = "build"))
    record RunTests() {}

    @Tool
    @Policy(requires = @Require(tools = "run_tests"))
    record Deploy() {}
}
