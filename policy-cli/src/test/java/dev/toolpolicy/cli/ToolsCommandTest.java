package dev.toolpolicy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.cli.Cli.Run;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.config.ToolFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tools written into a file that the command reads again. */
class ToolsCommandTest {
    @TempDir
    private Path folder;

    @Test
    void compiledToolsAreReadBackWithTheirPolicies() throws IOException {
        Run run = Cli.run("tools");
        assertThat(run.errors()).isEmpty();
        assertThat(run.code()).isEqualTo(ExitCode.FINE);
        ToolCatalog read = ToolFile.read(Files.writeString(folder.resolve("all.json"), run.out()));
        for (ToolSpec<?> tool : ToolCatalog.load().tools()) {
            ToolSpec<?> again = read.find(tool.name()).orElseThrow();
            assertThat(again.run().toString())
                    .as(tool.name())
                    .isEqualTo(tool.run().toString());
            assertThat(again.result().toString())
                    .as(tool.name())
                    .isEqualTo(tool.result().toString());
            assertThat(again.requirements()).as(tool.name()).isEqualTo(tool.requirements());
            assertThat(again.limits()).as(tool.name()).isEqualTo(tool.limits());
            assertThat(again.results()).as(tool.name()).isEqualTo(tool.results());
            assertThat(again.schema()).as(tool.name()).hasToString(tool.schema().toString());
        }
    }

    @Test
    void aPolicyIsCheckedWithAFileOfTools() throws IOException {
        Path tools = Files.writeString(folder.resolve("tools.json"), """
            {"tools": {"put": {
              "parameters": {"type": "object", "properties": {"where": {"type": "path", "sink": true}}},
              "policy": {"run": "deny"}}}}\
            """);
        Path policy = Files.writeString(
                folder.resolve("p.toml"),
                "[tools.put.policy]\n"
                        + "run = [{ arg = \"/where\", prefix = \"../src\", mode = \"allow\" }, { mode = \"ask\" }]\n");
        Run run = Cli.run("explain", policy.toString(), "put", "{\"where\": \"x\"}", "--tools", tools.toString());
        assertThat(run.out()).contains("in a session without earlier calls: ask");
        Files.writeString(policy, "");
        run = Cli.run("explain", policy.toString(), "put", "{\"where\": \"x\"}", "--tools", tools.toString());
        assertThat(run.out()).contains("in a session without earlier calls: deny");
        Files.writeString(tools, "{\"tools\": {\"put\": {\"parameters\": {\"a\": 1}}}}");
        run = Cli.run("check", policy.toString(), "--tools", tools.toString()).without(folder);
        assertThat(run.code()).isEqualTo(ExitCode.FAILED);
        assertThat(run.errors()).startsWith("tools.json:1:");
    }
}
