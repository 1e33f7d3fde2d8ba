package demo;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Require;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;
import java.util.List;

class Tools {
    @Tool
    record Read(String path, List<String> tags) {}

    @Tool
    @Policy(requires = {
        @Require(tools = "read", key = "/path"),
        @Require(tools = "read", key = "/title", toolsKey = "/tags")
    })
    record Write(Path path, String title) {}

    @Tool
    @Policy(requires = {
        @Require(tools = "write", key = "/title", unlessNew = true),
        @Require(tools = "write", key = "/file", toolsKey = "/path", fresh = true)
    })
    record Append(Path file, String title) {}
}
