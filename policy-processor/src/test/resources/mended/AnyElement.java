package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;

import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;
import java.util.List;

@Tool(name = "delete_files")
@Policy(run = {
    @Rule(arg = "/paths", prefix = "build/", match = Match.ALL, mode = ALLOW),
    @Rule(mode = ASK)
})
record DeleteFiles(List<Path> paths) {}
