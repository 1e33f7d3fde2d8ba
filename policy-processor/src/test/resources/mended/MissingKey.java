package demo;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Require;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;

class Tools {
    @Tool
    record Read(Path file) {}

    @Tool
    @Policy(requires = @Require(tools = "read", key = "/path", toolsKey = "/file"))
    record Write(Path path) {}
}
