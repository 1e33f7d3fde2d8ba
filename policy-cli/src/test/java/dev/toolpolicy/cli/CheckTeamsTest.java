package dev.toolpolicy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.cli.Cli.Run;
import dev.toolpolicy.cli.internal.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code check} says of the files of several teams: scopes, replaced lists and warnings that aren't accepted. */
class CheckTeamsTest {
    private static final String OPEN = """
        [tools.fs_create_file.policy]
        run = [{ arg = "/path", prefix = "src", mode = "allow" }]

        [tools."*".policy]
        run = "ask"
        """;

    @TempDir
    private Path folder;

    private Run run(String... arguments) {
        return Cli.run(arguments).without(folder);
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void warningsFailIfNoFileAcceptsThem() throws IOException {
        String open = file("open.toml", OPEN);
        assertThat(run("check", open).code()).isEqualTo(ExitCode.FINE);
        Run failing = run("check", "--fail-on-warnings", open);
        assertThat(failing.code()).isEqualTo(ExitCode.FINDINGS);
        assertThat(failing.out()).startsWith("open.toml:2:7: warning: [toolpolicy/no-catch-all]");
        Run accepted = run("check", "--fail-on-warnings", file("meant.toml", "accept = ['no-catch-all']\n" + OPEN));
        assertThat(accepted.code()).isEqualTo(ExitCode.FINE);
        assertThat(accepted.out()).doesNotContain("warning");
        String meant = folder.resolve("meant.toml").toString();
        assertThat(run("check", "--fail-on-warnings", "--workspace", "/work", meant)
                        .code())
                .as("what is about the service's engine")
                .isEqualTo(ExitCode.FINE);
    }

    @Test
    void aFileIsReadForItsTools() throws IOException {
        String platform = file("platform.toml", "tools.'*'.policy.run = 'ask'\n");
        String team = file("team.toml", "tools.fs_create_file.policy.run = 'allow'\n");
        assertThat(run("check", "--only", team + "=fs_*", platform, team).code())
                .isEqualTo(ExitCode.FINE);
        Run outside = run("check", "--only", team + "=crm_*,pay_*", platform, team);
        assertThat(outside.code()).isEqualTo(ExitCode.FINDINGS);
        assertThat(outside.errors())
                .startsWith("team.toml:1:7: error: [toolpolicy/outside-scope] the file can't say anything about"
                        + " \"fs_create_file\": it is read only for \"crm_*\", \"pay_*\"");
        Run other = run("check", "--only", "x.toml=fs_*", platform, team);
        assertThat(other.code()).isEqualTo(ExitCode.FAILED);
        assertThat(other.errors()).contains("--only names x.toml, which isn't one of the policy files");
    }

    @Test
    void replacedListsAreNoted() throws IOException {
        String platform = file("platform.toml", "tools.fs_create_file.policy.run = 'ask'\n");
        String team = file("team.toml", "tools.fs_create_file.policy.run = 'allow'\n");
        assertThat(run("check", platform, team).out())
                .contains("note: configuration, team.toml:1:35 replaces configuration, platform.toml:1:35: run of"
                        + " \"fs_create_file\"\n");
        assertThat(run("check", "--json", platform, team).json().at("/replaced"))
                .hasSize(1);
        assertThat(run("check", team).out()).doesNotContain("note: configuration");
    }
}
