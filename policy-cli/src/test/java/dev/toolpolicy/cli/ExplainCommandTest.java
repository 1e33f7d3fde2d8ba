package dev.toolpolicy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.cli.Cli.Run;
import dev.toolpolicy.cli.internal.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code explain} says of tools without parameters, and of paths. */
class ExplainCommandTest {
    @TempDir
    private Path folder;

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("policy.toml"), text).toString();
    }

    @Test
    void explainAnswersForToolsThatComeLater() throws IOException {
        String later = file("""
            [tools."mcp__*".policy]
            external = true
            run = "allow"
            [tools.launch.policy]
            external = true
            run = [
              { arg = "/env", const = "prod", mode = "deny", name = "no-prod" },
              { arg = "/env", const = "test", mode = "allow" },
              { mode = "allow" },
            ]
            """);
        Run served = Cli.run("explain", later, "mcp__x", "{\"a\": 1}");
        assertThat(served.out()).as(served.errors()).contains("by the rules: allow\n");
        Run run = Cli.run("explain", later, "launch", "{\"env\": \"test\"}");
        assertThat(run.code()).as(run.errors()).isEqualTo(ExitCode.FINE);
        assertThat(run.out()).contains("no-prod", "unread", "by the rules: ask, since rule 1 can't be read\n");
        assertThat(Cli.run("explain", later, "launches", "{}").errors()).startsWith("no tool is named \"launches\"");
    }

    @Test
    void explainSaysHowFactsAreGiven() throws IOException {
        String open = file("[tools.look]\nparameters = {}\npolicy.run = \"allow\"\n");
        Run run = Cli.run("explain", open, "look", "{}", "--fact", "/role=root");
        assertThat(run.code()).isEqualTo(ExitCode.FAILED);
        assertThat(run.errors()).isEqualTo("explain takes all facts as one object: --facts '{\"role\": \"admin\"}'\n");
    }

    @Test
    void explainNamesAPathThatNeedsApprovalThoughARuleAllowsIt() throws IOException {
        String open = file("""
            [tools.look]
            parameters.path = { type = "path" }
            policy.run = "allow"
            """);
        assertThat(Cli.run("explain", open, "look", "{\"path\": \"/etc/passwd\"}", "--workspace", "/w")
                        .out())
                .contains("ask: the rules allow the call, but the path /path leads out of the workspace")
                .endsWith("in a session without earlier calls: ask\n")
                .doesNotContain("by the rules", "by its rules");
    }
}
