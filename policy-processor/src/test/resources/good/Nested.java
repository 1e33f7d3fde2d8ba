package demo;

import static dev.toolpolicy.annotation.Mode.ASK;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;

/** Holds tools, and may do so. */
public class Nested {

    @Tool(name = "b_tool")
    @Policy(run = @Rule(mode = ASK))
    record First(Size size, Other.Size other) {}

    @Tool(name = "a_tool")
    record Second(String path, String schema) {}

    record Size(int width) {}

    static class Other {
        enum Size { S, M, L }
    }
}
