package dev.toolpolicy.cli.internal.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.cli.internal.command.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** Settings files of Claude Code, with the hook and without it. */
final class HookInstallTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    private Path project;
    private Path policy;
    private String errors = "";

    @BeforeEach
    void project() throws IOException {
        System.setProperty("toolpolicy.program", "/opt/it's/toolpolicy");
        project = Files.createDirectory(folder.resolve("project"));
        policy = Files.writeString(folder.resolve("tool-policy.toml"), "[tools.Read.policy]\nrun = \"allow\"\n");
    }

    @AfterEach
    void forget() {
        System.clearProperty("toolpolicy.program");
    }

    private record Ran(int code, String out) {}

    private Ran run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                () -> Ansi.OFF);
        int code = new CommandLine(new HookCommand(console)).execute(arguments);
        errors = err.toString(StandardCharsets.UTF_8);
        return new Ran(code, out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void settingsStayPrivate() throws IOException {
        Path settings = Files.writeString(project.resolve("settings.json"), "{\"env\":{\"KEY\":\"secret\"}}");
        for (String permissions : List.of("rw-------", "rw-rw-r--")) {
            Files.setPosixFilePermissions(settings, PosixFilePermissions.fromString(permissions));
            assertThat(run(
                                    "install",
                                    "--policy",
                                    policy.toString(),
                                    "--store",
                                    folder.resolve("store").toString(),
                                    "--settings",
                                    settings.toString())
                            .code())
                    .as(errors)
                    .isZero();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(settings)))
                    .isEqualTo(permissions);
        }
    }

    @Test
    void installAddsTheHookAndUninstallTakesItAway() throws IOException {
        Path settings = Files.createDirectory(project.resolve(".claude")).resolve("settings.json");
        String own = """
            {
              "model": "x",
              "hooks": {
                "PreToolUse": [
                  {
                    "matcher": "Bash",
                    "hooks": [
                      {
                        "type": "command",
                        "command": "./mine.sh"
                      }
                    ]
                  }
                ]
              }
            }
            """;
        Files.writeString(settings, own);
        String[] install = {"install", "--policy", policy.toString(), "--settings", settings.toString()};
        assertThat(run("install", "--policy", policy.toString(), "--settings", settings.toString(), "--dry-run")
                        .out())
                .contains("+ PreToolUse: ", "is unchanged");
        assertThat(settings).hasContent(own);
        assertThat(run(install).code()).as(errors).isZero();
        String once = Files.readString(settings);
        assertThat(run(install).out()).contains("- PreToolUse", "+ PreToolUse");
        assertThat(settings).hasContent(once);
        JsonNode hooks = JSON.readTree(once).path("hooks");
        assertThat(hooks.path("PreToolUse").at("/0/hooks/0/command").asText()).isEqualTo("./mine.sh");
        JsonNode hook = hooks.path("PreToolUse").at("/1/hooks/0");
        assertThat(hook.path("onFailure").asText()).isEqualTo("block");
        assertThat(hook.path("command").asText())
                .isEqualTo("'/opt/it'\\''s/toolpolicy' hook claude-code --policy " + policy
                        + " --workspace \"$CLAUDE_PROJECT_DIR\" || exit 2 # toolpolicy");
        assertThat(hooks.path("PostToolUse")).hasSize(1);
        assertThat(hooks.path("PostToolUseFailure")).hasSize(1);

        assertThat(run("uninstall", "--settings", settings.toString()).code()).isZero();
        assertThat(settings).hasContent(own);
    }

    @Test
    void installRefusesWhatItDoesNotUnderstand() throws IOException {
        Path settings = Files.writeString(project.resolve("settings.json"), "{\"hooks\": []}");
        assertThat(run("install", "--policy", policy.toString(), "--settings", settings.toString())
                        .code())
                .isNotZero();
        assertThat(settings).hasContent("{\"hooks\": []}");
        Files.writeString(policy, "[tools.Read");
        assertThat(run(
                                "install",
                                "--policy",
                                policy.toString(),
                                "--settings",
                                folder.resolve("x.json").toString())
                        .code())
                .isNotZero();
        assertThat(folder.resolve("x.json")).doesNotExist();
    }

    @Test
    void aHookThatWouldDoNothingIsSaid() throws IOException {
        Path settings = project.resolve("settings.json");
        Files.writeString(settings, "{\"disableAllHooks\": true}");
        run("install", "--policy", policy.toString(), "--settings", settings.toString());
        assertThat(errors).contains("\"disableAllHooks\": true").doesNotContain("no rules");
        Files.writeString(settings, "{}");
        run("install", "--policy", policy.toString(), "--settings", settings.toString());
        assertThat(errors).isEmpty();
        Files.writeString(policy, "catalog = \"gemini-cli\"\n[tools.read_file.policy]\nrun = \"allow\"\n");
        run("install", "--policy", policy.toString(), "--settings", settings.toString());
        assertThat(errors).isEqualTo("the policy has no rules for tools of Claude Code; is it for another agent?\n");
    }
}
