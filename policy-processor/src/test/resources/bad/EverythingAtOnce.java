package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Require;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;
import java.time.Instant;

class Tools {
    @Tool(name = "write file")
    @Policy(
        run = {
            @Rule(arg = "/when", prefix = "2", mode = DENY),
            @Rule(arg = "/pth", prefix = "src/", mode = ALLOW),
            @Rule(arg = "/path", minimum = "3", mode = ASK)
        },
        result = @Rule(arg = "/path", prefix = "", mode = ASK),
        requires = @Require(tools = "red_file"))
    record WriteFile(Path path, Instant when) {}

    @Tool
    record ReadFile(Path path) {}
}
