package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;

@Tool(name = "copy_file")
@Policy(run = {
    @Rule(arg = "/to", prefix = "/", mode = DENY),
    @Rule(arg = "/to", prefix = "..", mode = DENY),
    @Rule(arg = "/from", prefix = "src/", mode = ALLOW),
    @Rule(mode = ASK)
})
record CopyFile(Path from, Path to) {}
