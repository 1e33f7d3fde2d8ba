package dev.toolpolicy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportCommandTest {
    @TempDir
    private Path folder;

    private Path policy(String catalog, String tool, String run) throws IOException {
        return Files.writeString(
                folder.resolve("policy.toml"),
                "catalog = \"" + catalog + "\"\n[tools." + tool + ".policy]\nrun = " + run
                        + "\n[tools.\"*\".policy]\nrun = \"ask\"\n");
    }

    @Test
    void writesAListThatIsReadBack() throws IOException {
        Path policy = policy(
                "claude-code",
                "Bash",
                "[{ arg = \"/command\", commands = [\"rm *\"], mode = \"deny\" },"
                        + " { arg = \"/command\", commands = [\"git *\"], mode = \"allow\" }, { mode = \"ask\" }]");
        Path list = folder.resolve("settings.json");

        Cli.Run run = Cli.run("export", "claude", policy.toString(), "--output", list.toString());
        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("Bash 2: exact: allow", "2 rules: 2 exact, 0 stricter, 0 lost");
        assertThat(Cli.run("export", "claude", policy.toString(), "--output", list.toString())
                        .code())
                .isEqualTo(2);
        assertThat(Files.readString(list)).contains("\"Bash(git *)\"", "\"Bash(rm *)\"");
        assertThat(Cli.run("import", "claude", list.toString()).out()).contains("\"git *\",    # settings.json:");
    }

    @Test
    void saysWhatIsLost() throws IOException {
        Path policy = policy("codex", "apply_patch", "\"deny\"");

        assertThat(Cli.run("export", "codex", policy.toString()).code()).isEqualTo(1);
        Cli.Run json = Cli.run("export", "codex", policy.toString(), "--json");
        assertThat(json.out()).contains("\"fate\"", "lost", "\"list\"");
    }

    @Test
    void reportsPatternsThatTheListDecidesMoreStrictly() throws IOException {
        Path policy = Files.writeString(folder.resolve("policy.toml"), """
            catalog = "claude-code"
            [tools."*".policy]
            run = "ask"
            [tools."mcp__docs__*".policy]
            run = "allow"
            [tools."mcp__*__read".policy]
            run = "ask"
            [tools."mcp__mail__*".policy]
            run = "allow"
            limits = [{ calls = 3 }]
            """);

        String report = Cli.run("export", "claude", policy.toString()).errors();

        assertThat(report)
                .contains(
                        "mcp__docs__* 1: stricter: allow",
                        "one answer for all calls of these tools",
                        "make it stricter, so such calls are denied",
                        "mcp__mail__* 1: stricter: allow",
                        "3 stricter");
    }

    @Test
    void saysThatAPolicyIsForAnotherHost() throws IOException {
        Path policy = policy("claude-code", "Bash", "\"ask\"");

        for (String format : java.util.List.of("codex", "gemini")) {
            Cli.Run run = Cli.run("export", format, policy.toString());
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.errors().lines())
                    .singleElement()
                    .asString()
                    .startsWith("this policy is for claude-code: ")
                    .contains("catalog = \"" + format);
        }
        Files.writeString(policy, "catalog = \"codex\"\n[tools.exec_command.policy]\nrun = 3\n");
        assertThat(Cli.run("export", "codex", policy.toString()).errors().lines())
                .as("a problem has its lines")
                .hasSizeGreaterThan(2)
                .noneMatch(line -> line.contains("\\n"));
    }

    @Test
    void refusesOtherFormats() {
        Cli.Run run = Cli.run("export", "kiro", "policy.toml");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.errors()).contains("formats are claude, codex, gemini");
    }
}
