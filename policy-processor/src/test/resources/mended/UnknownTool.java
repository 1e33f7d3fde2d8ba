package demo;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Require;
import dev.toolpolicy.annotation.Tool;

class Tools {
    @Tool
    record Build() {}

    @Tool
    record Test() {}

    @Tool
    @Policy(requires = {
        @Require(tools = {"build", "test"}),
        @Require(tools = "elsewhere", external = true)
    })
    record Deploy() {}
}
