package dev.toolpolicy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.cli.Cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code check} prints about floors. */
class FloorsCheckTest {
    @TempDir
    private Path folder;

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void floorsAreListedWithTheToolsThatTheyLeaveOut() throws IOException {
        String platform = file("platform.toml", """
            floor = true
            [tools."*".policy]
            run = [{ arg = "/path", prefix = ".ssh", where_present = true, mode = "deny" }]
            """);
        String team = file("team.toml", """
            [tools.read.parameters]
            path = { type = "path" }
            [tools.now.parameters]
            [tools."*".policy]
            run = "ask"
            """);
        Run run = Cli.run("check", platform, team).without(folder);
        assertThat(run.code()).as(run.errors()).isZero();
        assertThat(run.out())
                .containsPattern("read +run +configuration of all tools, team.toml:5:7\n +floor, platform.toml:3:7\n")
                .containsPattern("note: platform.toml:3:8: rule 1 of this floor doesn't apply to .*\"now\"")
                .doesNotContainPattern("doesn't apply to .*\"read\"");
        assertThat(Cli.run("check", platform, team, "--json").out()).contains("\"run_floors\"", "\"not_present\"");
    }
}
