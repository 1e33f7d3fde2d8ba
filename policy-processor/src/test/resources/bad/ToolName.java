package demo;

import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;

class Tools {
    @Tool(name = "read file")
    record ReadFile(Path path) {}

    @Tool(name = "!")
    record Shout() {}

    @Tool(name = "move")
    record Move(@Param(name = "path") Path from, @Param(name = "path") Path to) {}
}
