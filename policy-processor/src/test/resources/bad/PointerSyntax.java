package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;
import java.util.List;

@Tool(name = "write_file")
@Policy(run = {
    @Rule(arg = "path", prefix = "src/", mode = ALLOW),
    @Rule(mode = ASK)
})
record WriteFile(Path path, List<String> tags, int depth, boolean force, Color color) {

    enum Color { RED, GREEN }
}
