package demo;

import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;
import java.util.List;

@Tool(name = "read_file")
record ReadFile(Path path, List<String> tags) {
    static final int LIMIT = 10;
}
