package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;

import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.util.List;

@Tool(name = "write_file")
@Policy(run = {
    @Rule(arg = "/tags", constant = "draft", match = Match.ALL, mode = ALLOW),
    @Rule(mode = ASK)
})
record WriteFile(List<String> tags) {}
