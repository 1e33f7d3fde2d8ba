package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;

public class Shared {
    @Policy(run = {
        @Rule(arg = "/path", prefix = "src/", mode = ALLOW),
        @Rule(mode = ASK)
    })
    public @interface SourcesOnly {}

    @Tool
    @SourcesOnly
    public record ReadFile(Path path) {}

    @Tool
    @SourcesOnly
    @Policy(run = @Rule(mode = ASK))
    public record WriteFile(Path path) {}
}
