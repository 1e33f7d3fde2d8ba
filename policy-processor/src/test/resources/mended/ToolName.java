package demo;

import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;

class Tools {
    @Tool(name = "read_file")
    record ReadFile(Path path) {}

    @Tool
    record Shout() {}

    @Tool(name = "move")
    record Move(Path from, Path to) {}
}
