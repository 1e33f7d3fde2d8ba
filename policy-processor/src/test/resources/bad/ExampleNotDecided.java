package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule.Example;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;

@Tool(name = "write_file")
@Policy(run = {
    @Rule(arg = "/path", glob = "**/*.pem", mode = DENY),
    @Rule(arg = "/path", prefix = "src/", mode = ALLOW, examples = {@Example("src/Main.java"), @Example("src/key.pem")}),
    @Rule(mode = ASK)
})
record WriteFile(Path path) {}
