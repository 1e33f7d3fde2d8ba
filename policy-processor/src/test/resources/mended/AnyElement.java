package demo;

import static dev.toolpolicy.rule.Mode.ALLOW;
import static dev.toolpolicy.rule.Mode.ASK;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import dev.toolpolicy.rule.Match;
import java.nio.file.Path;
import java.util.List;

@Tool(name = "delete_files")
@Policy(run = {
    @Rule(arg = "/paths", prefix = "build/", match = Match.ALL, mode = ALLOW),
    @Rule(mode = ASK)
})
record DeleteFiles(List<Path> paths) {}
