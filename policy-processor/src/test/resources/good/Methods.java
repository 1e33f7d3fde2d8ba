package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolMemoryId;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Require;
import dev.toolpolicy.annotation.Rule;
import java.util.List;

final class Notes {
    @Tool({"Reads a note.", "Only those below notes/."})
    @Policy(
            paths = "/path",
            run = {@Rule(arg = "/path", prefix = "notes/", mode = ALLOW), @Rule(mode = DENY)},
            result = @Rule(mode = ALLOW))
    String read(@ToolMemoryId String user, @P("the note") String path) {
        return path;
    }

    @Tool(name = "write_note")
    @Policy(
            paths = "/path",
            run = @Rule(mode = ASK),
            requires = @Require(tools = "read", key = "/path", reason = "Lines move."))
    void write(String path, List<Line> lines, @P(defaultValue = "LOW") Level level, String method) {}

    @Tool
    void list() {}

    enum Level {
        LOW,
        HIGH
    }

    private record Line(String text, int number) {}
}
