package demo;

import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;

class Tools {
    @Tool(name = "read_file")
    record ReadFile(Path path) {}

    @Tool(name = "read_text")
    record ReadText(Path path) {}
}
