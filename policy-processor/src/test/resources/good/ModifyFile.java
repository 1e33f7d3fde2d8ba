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

@Tool(name = "fs_modify_file", description = "Replaces text in a file.")
@Policy(
    run = {
        @Rule(arg = "/path", prefix = "src/sensitive/", mode = ASK),
        @Rule(arg = "/patterns/find", constant = "", mode = DENY),
        @Rule(arg = "/patterns/find", prefix = "// ", mode = ASK),
        @Rule(arg = "/path", prefix = "src/", mode = ALLOW),
        @Rule(mode = ASK)
    },
    result = @Rule(mode = ALLOW),
    requires = @Require(tools = "fs_read_file", key = "/path", external = true))
public record ModifyFile(
    @Param("The file to change.") Path path,
    @Param("Replacements, in order.") List<Replacement> patterns) {

    /**
     * One replacement.
     *
     * @param find what is {@code replaced}
     * @param with what it becomes;
     *     nothing unless given
     */
    public record Replacement(String find, @Param(defaultValue = "") String with) {}
}
