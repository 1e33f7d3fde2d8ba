package dev.toolpolicy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.cli.internal.command.Console;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Help.Ansi;

/** The hook denies a command that reads if one of its options writes a file: the file could be the policy. */
final class WritingOptionsTest {
    /** Commands that the hook denies with any option. */
    private static final Set<String> DENIED = Set.of("hook", "mcp", "proxy", "approvals");

    @TempDir
    Path folder;

    @Test
    void theHookDeniesEachOptionThatWritesAFile() throws IOException {
        Path policy = Files.writeString(folder.resolve("a.toml"), "[tools.Bash.policy]\nrun = \"allow\"\n");
        String[] hook = {
            "hook",
            "claude-code",
            "--policy",
            policy.toString(),
            "--store",
            folder.resolve("store").toString()
        };
        List<String> writing = writing().toList();
        assertThat(writing).contains("export --output", "test --suggest", "prove --sarif");
        for (String each : writing) {
            String line = "toolpolicy " + each.replace(" ", " a.toml ") + " b.toml";
            assertThat(Cli.run(event(line), hook).out()).as(line).contains("\"permissionDecision\":\"deny\"");
        }
        assertThat(Cli.run(event("toolpolicy prove a.toml"), hook).out()).contains("\"permissionDecision\":\"allow\"");
    }

    /** Returns each command with an option that says so in its help. */
    private static Stream<String> writing() {
        Console console = new Console(InputStream.nullInputStream(), System.out, System.err, () -> Ansi.OFF);
        return ToolPolicyCommand.all(console).getSubcommands().entrySet().stream()
                .filter(command -> !DENIED.contains(command.getKey()))
                .flatMap(command -> command.getValue().getCommandSpec().options().stream()
                        .filter(option -> String.join(" ", option.description()).matches("(?i).*\\bwrites?\\b.*"))
                        .map(option -> command.getKey() + " " + option.longestName()));
    }

    private String event(String line) {
        ObjectNode event = new ObjectMapper()
                .createObjectNode()
                .put("hook_event_name", "PreToolUse")
                .put("session_id", "s")
                .put("cwd", folder.toString())
                .put("permission_mode", "default")
                .put("tool_name", "Bash")
                .put("tool_use_id", "c");
        event.putObject("tool_input").put("command", line);
        return event.toString();
    }
}
