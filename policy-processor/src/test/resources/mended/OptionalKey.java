package demo;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Require;
import dev.toolpolicy.annotation.Require.WhenMissing;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;
import java.util.Optional;

class Tools {
    @Tool
    record Read(Path file) {}

    @Tool
    @Policy(requires =
        @Require(tools = "read", key = "/backup", toolsKey = "/file", whenMissing = WhenMissing.ALLOW))
    record Write(Path path, Optional<Path> backup) {}
}
