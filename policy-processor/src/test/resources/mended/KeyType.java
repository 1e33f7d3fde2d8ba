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

    @Tool
    @Policy(requires = {
        @Require(tools = "read", key = "/file", toolsKey = "/path", unlessNew = true),
        @Require(tools = "delete", key = "/file", fresh = true)
    })
    record Append(Path file, String title) {}

    @Tool
    record Delete(Path file) {}
}
