package demo;

import static dev.toolpolicy.rule.Mode.ALLOW;
import static dev.toolpolicy.rule.Mode.ASK;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import dev.toolpolicy.rule.Match;
import java.util.List;

@Tool(name = "write_file")
@Policy(run = {
    @Rule(arg = "/tags", constant = "draft", match = Match.ALL, mode = ALLOW),
    @Rule(mode = ASK)
})
record WriteFile(List<String> tags) {}
