package demo;

import static dev.toolpolicy.annotation.Mode.ALLOW;
import static dev.toolpolicy.annotation.Mode.ASK;
import static dev.toolpolicy.annotation.Mode.DENY;

import dev.toolpolicy.annotation.Param;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Require;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A service's tools. */
public class Service {
    /** Reads a text file. */
    @Tool
    @Policy(run = @Rule(mode = ALLOW), result = @Rule(mode = ALLOW))
    public record ReadFile(Path path) {}

    /**
     * Copies a file.
     *
     * @param from what is copied
     */
    @Tool
    @Policy(run = {
        @Rule(arg = "/from", prefix = "src/", mode = ALLOW),
        @Rule(mode = ASK)
    })
    public record Copy(Path from, Path to, Optional<List<Mode>> modes, @Param(defaultValue = "{\"size\": 1}") Limits limits) {
        enum Mode { ALL, NONE }

        record Limits(int size) {}
    }

    /** Builds the project. */
    @Tool
    public record Build() {}

    /** Runs its tests. */
    @Tool
    @Policy(requires = @Require(tools = "build"))
    public record RunTests() {}

    /** Puts a release where users are. */
    @Tool
    @Policy(
        run = {
            @Rule(arg = "/target", constant = "staging", mode = ALLOW),
            @Rule(arg = "/target", pattern = "^prod-[0-9]+$", mode = ASK),
            @Rule(mode = DENY)
        },
        requires = {
            @Require(tools = {"build", "run_tests"}),
            @Require(tools = "read_file", key = "/path")
        })
    public record Deploy(@Param("What is deployed.") Path path, @Param("Where to.") String target) {}
}
