package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;

class Tools {
    @Policy(run = {
        @Rule(arg = "/path", prefix = "src/", mode = ALLOW),
        @Rule(mode = ASK)
    })
    @interface SourcesOnly {}

    @Policy(run = @Rule(mode = ASK))
    @interface AlwaysAsk {}

    @Tool
    @SourcesOnly
    record ReadFile(Path path) {}

    @Tool
    @AlwaysAsk
    @SourcesOnly
    record WriteFile(Path path) {}

    @Tool
    @SourcesOnly
    record ListFiles(Path folder) {}
}
