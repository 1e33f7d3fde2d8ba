package dev.toolpolicy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.cli.Cli.Run;
import dev.toolpolicy.cli.internal.command.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Help.Ansi;

/** The installation of the hook where the output's reader has gone, or an option can't be used. */
final class HookTroubleTest {
    @TempDir
    Path folder;

    private Path policy;
    private Path settings;

    @BeforeEach
    void writePolicy() throws IOException {
        System.setProperty("toolpolicy.program", "/opt/toolpolicy");
        policy = Files.writeString(folder.resolve("p.toml"), "[tools.shell_command.policy]\nrun = \"deny\"\n");
        settings = folder.resolve("hooks.json");
    }

    @AfterEach
    void forget() {
        System.clearProperty("toolpolicy.program");
    }

    /** As behind {@code | true}. */
    private static int runWithoutReader(String... arguments) {
        PrintStream gone = new PrintStream(
                new OutputStream() {
                    @Override
                    public void write(int b) {
                        throw new Streams.ClosedError(new IOException("Broken pipe"));
                    }
                },
                true);
        return new ToolPolicyCommand(new Console(InputStream.nullInputStream(), gone, gone, () -> Ansi.OFF))
                .run(arguments);
    }

    @Test
    void theHookIsInstalledThoughTheReaderHasGone() throws IOException {
        String file = settings.toString();
        assertThat(runWithoutReader("hook", "install", "codex", "--policy", policy.toString(), "--settings", file))
                .isEqualTo(2);
        assertThat(settings).content().contains("toolpolicy hook codex");
        assertThat(runWithoutReader("hook", "uninstall", "codex", "--settings", file))
                .isEqualTo(2);
        assertThat(settings).content().doesNotContain("toolpolicy");
    }

    private Run install(String option, String value) {
        String[] words = {
            "hook", "install", "--policy", policy.toString(), "--settings", settings.toString(), option, value
        };
        return Cli.run(words);
    }

    @Test
    void anOptionThatCannotBeUsedIsReportedInALine() {
        assertThat(install("--workspace", "/nonexist"))
                .isEqualTo(new Run(2, "", "the workspace /nonexist doesn't exist or can't be read\n"));
        assertThat(install("--workspace", "nonexist").errors())
                .startsWith("the workspace /")
                .endsWith("/nonexist doesn't exist or can't be read\n");
        assertThat(install("--audit", "/nonexist/audit.jsonl"))
                .isEqualTo(new Run(2, "", "the folder of --audit /nonexist/audit.jsonl doesn't exist\n"));
        assertThat(install("--store", policy + "/x").errors())
                .startsWith("the folder of sessions can't be opened: ")
                .hasLineCount(1);
        assertThat(settings).doesNotExist();
    }

    @Test
    void anErrorNamesTheAgentsToolsAlone() throws IOException {
        Files.writeString(policy, "[tools.Read.policy]\nrun = \"allow\"\nrequires = [{ tools = [\"mcp__a__b\"] }]\n");
        Run run = install("--store", folder.resolve("store").toString());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.errors()).contains("no tool is named \"mcp__a__b\"", "tools are \"Bash\"");
    }
}
