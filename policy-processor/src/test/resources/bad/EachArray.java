package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;

import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule.When;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;
import java.util.List;

@Tool(name = "edit_files")
@Policy(run = {
    @Rule(each = "/dry_run", all = @When(arg = "/path", prefix = "src/"), match = Match.ALL, mode = ALLOW),
    @Rule(mode = ASK)
})
record EditFiles(List<Edit> edits, boolean dryRun) {

    public record Edit(Path path, String op) {}
}
