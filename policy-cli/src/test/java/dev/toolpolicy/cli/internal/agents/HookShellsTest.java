package dev.toolpolicy.cli.internal.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shell tools with a folder of their own, other shells, and files that several folders lead to; the rules allow all. */
final class HookShellsTest extends PlayedHook {
    private static final String KEPT = "the command names a file or folder that Tool Policy needs";
    private static final String WRITES = "the command writes to a file of the policy or of the agent's settings";

    private String shell(String host, String tool, Path directory, ObjectNode input) throws IOException {
        Files.writeString(policy, "[tools.\"*\".policy]\nrun = \"allow\"\n");
        String kind = host.equals("gemini") ? "BeforeTool" : "PreToolUse";
        ObjectNode event = event(kind, "t" + ++calls, tool, input).put("cwd", directory.toString());
        String store = folder.resolve("store").toString();
        Ran ran = run(
                event.toString().getBytes(StandardCharsets.UTF_8),
                host,
                "--policy",
                policy.toString(),
                "--store",
                store);
        assertThat(ran.code()).as(errors).isZero();
        return ran.out();
    }

    private String shell(String host, String tool, String line, String argument, String value) throws IOException {
        return shell(host, tool, project, ((ObjectNode) command(line)).put(argument, value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"src", "./src", "build/../src", "src/"})
    void aCommandRunsInTheFolderOfItsArgument(String dir) throws IOException {
        Files.createDirectories(project.resolve("src"));
        String gemini = "run_shell_command";
        assertThat(shell("gemini", gemini, "echo x > ../.gemini/settings.json", "dir_path", dir))
                .contains(WRITES);
        assertThat(shell("gemini", gemini, "cat ../../store/x", "dir_path", dir))
                .contains(KEPT);
        assertThat(shell("gemini", gemini, "cat ../store/x", "dir_path", dir)).contains(KEPT);
        assertThat(shell("gemini", gemini, "cat ../a", "dir_path", dir)).contains("\"allow\"");
        assertThat(shell("codex", "shell_command", "echo x > ../.codex/hooks.json", "workdir", dir))
                .contains(WRITES);
        assertThat(shell("codex", "shell_command", "echo x > ../a", "workdir", dir))
                .isEmpty();
    }

    /** Codex reads the settings of each folder above the one in which it works. */
    @Test
    void settingsOfFoldersAboveAreGuarded() throws IOException {
        Path deep = Files.createDirectories(project.resolve("src/deep"));
        for (String file :
                List.of("../../.codex/hooks.json", "../.codex/config.toml", project + "/.codex/hooks.json")) {
            assertThat(shell("codex", "Bash", deep, (ObjectNode) command("echo x > " + file)))
                    .as(file)
                    .contains(WRITES);
        }
        assertThat(shell("codex", "Bash", deep, (ObjectNode) command("echo x > ../hooks.json")))
                .isEmpty();
    }

    /** A command that changes the program could give the answers itself. */
    @Test
    void theProgramOfTheHookIsGuarded() throws IOException {
        System.setProperty("toolpolicy.program", folder + "/opt/bin/toolpolicy");
        try {
            assertThat(shell("codex", "Bash", project, (ObjectNode) command("echo x > ../opt/bin/toolpolicy")))
                    .contains(WRITES);
            assertThat(shell("codex", "Bash", project, (ObjectNode) command("ls ../opt/bin/toolpolicy")))
                    .isEmpty();
        } finally {
            System.clearProperty("toolpolicy.program");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Get-Content ..\\store\\x",
                "Get-Content ..\\sto`re\\x",
                "Set-Location ..; cat store\\x",
                "sl ..\\; cat store/x",
                "PUSH-LOCATION ..; cat store\\x",
            })
    void pathsOfPowerShellAreRead(String line) throws IOException {
        assertThat(shell("claude-code", "PowerShell", project, (ObjectNode) command(line)))
                .contains("\"deny\"", KEPT);
    }

    @Test
    void powerShellIsGuardedAsOthers() throws IOException {
        for (String line : List.of(
                "'x' > .claude\\settings.json", "'x' > .claude\\settings`.json", "sl .claude; 'x' > settings.json")) {
            assertThat(shell("claude-code", "PowerShell", project, (ObjectNode) command(line)))
                    .contains("\"ask\"", WRITES);
        }
        assertThat(shell("claude-code", "PowerShell", project, (ObjectNode) command("tool`policy approvals approve 7")))
                .contains("\"deny\"");
        assertThat(shell("claude-code", "PowerShell", project, (ObjectNode) command("Get-Content src\\a")))
                .contains("\"allow\"");
    }

    /** Gemini CLI reads each file that a pattern fits. */
    @Test
    void patternsOfFilesToReadStayInTheWorkspace() throws IOException {
        Files.createDirectories(project.resolve("src"));
        Files.createSymbolicLink(project.resolve("out"), folder);
        for (String pattern : List.of("src/**", "README.md", "**/*.{ts,tsx}", project + "/src", "")) {
            ObjectNode input = JSON.createObjectNode();
            input.putArray("include").add("a").add(pattern);
            assertThat(shell("gemini", "read_many_files", project, input))
                    .as(pattern)
                    .contains("\"allow\"");
        }
        for (String pattern :
                List.of("../secret", "/etc/passwd", "../**", "out/tool-policy.toml", "{src,/etc}/*", "~/x")) {
            ObjectNode input = JSON.createObjectNode();
            input.putArray("include").add("a").add(pattern);
            assertThat(shell("gemini", "read_many_files", project, input))
                    .as(pattern)
                    .contains("\"deny\"");
        }
    }
}
