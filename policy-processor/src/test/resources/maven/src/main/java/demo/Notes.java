package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;

import dev.langchain4j.agent.tool.Tool;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;

final class Notes {
    @Tool("Reads a note.")
    @Policy(
            paths = "/path",
            run = {@Rule(arg = "/path", prefix = "notes/", mode = ALLOW), @Rule(mode = ASK)})
    String readNote(String path) {
        return path;
    }
}
