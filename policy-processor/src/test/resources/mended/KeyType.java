package demo;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Require;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;

class Tools {
    @Tool
    record Read(Path path, String title) {}

    @Tool
    @Policy(requires = {
        @Require(tools = "read", key = "/path"),
        @Require(tools = "read", key = "/title")
    })
    record Write(Path path, String title) {}
}
