package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Require;
import dev.toolpolicy.annotation.Rule;
import java.nio.file.Path;
import java.util.List;

class Notes {
    @Tool("Reads a note.")
    @Policy(
        paths = "/path",
        run = {
            @Rule(arg = "/path", prefix = "notes/", mode = ALLOW),
            @Rule(arg = "/path", prefix = "notes/secret/", mode = DENY),
            @Rule(mode = ASK)
        })
    String read(String path) {
        return path;
    }

    @Tool("Reads a line of a note.")
    @Policy(run = @Rule(mode = ASK))
    String read(String path, int line) {
        return path;
    }

    @Tool(name = "write note")
    @Policy(
        paths = {"/path", "/lines", "path"},
        run = {
            @Rule(arg = "/pth", prefix = "notes/", mode = ALLOW),
            @Rule(arg = "/size", minimum = "many", mode = DENY),
            @Rule(arg = "/to", prefix = "notes/", mode = DENY),
            @Rule(mode = ASK)
        },
        requires = @Require(tools = "raed", key = "/path"))
    void write(String path, List<Integer> lines, @P(defaultValue = "x") int size, Path to) {}

    @Tool
    @Policy(run = {@Rule(arg = "/path", prefix = "notes/", mode = ALLOW), @Rule(mode = ASK)})
    void delete(@P(name = "path") String first, @P(name = "path") String second) {}

    @Tool
    @Policy(run = {@Rule(arg = "/path", prefix = "notes/", mode = ALLOW), @Rule(mode = ASK)})
    void touch(String path) {}

    @Policy(run = @Rule(mode = DENY))
    void plain(String path) {}
}

@Policy(run = @Rule(mode = DENY))
class Others {}

@dev.toolpolicy.annotation.Tool
@Policy(run = @Rule(mode = DENY), paths = {"/path", "/text"})
record Paths(Path path, String text) {}
