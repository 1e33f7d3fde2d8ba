package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;

import dev.langchain4j.agent.tool.Tool;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Require;
import dev.toolpolicy.annotation.Rule;
import java.util.List;

final class Notes {
    @Tool("Reads a note.")
    @Policy(
            paths = "/path",
            run = {@Rule(arg = "/path", prefix = "notes/", mode = ALLOW), @Rule(mode = ASK)})
    String readNote(String path) {
        return path;
    }

    @Tool("Changes notes.")
    @Policy(run = @Rule(mode = ASK), paths = "/path", requires = @Require(tools = "readNote", key = "/path"))
    void changeNote(String path, List<Change> changes) {}

    record Change(String from, String to) {}
}
