package demo;

import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;
import java.util.List;

@Tool(name = "read_file")
class ReadFile {
    static final int LIMIT = 10;
    Path path;
    List<String> tags;
}
