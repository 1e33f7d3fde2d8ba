package demo;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Require;
import dev.toolpolicy.annotation.Tool;

class Tools {
    @Tool
    record Build() {}

    @Tool
    @Policy(requires = {
        @Require(tools = {"build", "tset"}),
        @Require(tools = "biuld"),
        @Require(tools = "elsewhere", external = true),
        @Require(tools = {})
    })
    record Deploy() {}
}
