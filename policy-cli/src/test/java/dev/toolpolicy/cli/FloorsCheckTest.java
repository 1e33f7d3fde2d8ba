package dev.toolpolicy.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
            path = "path"
            [tools.now.parameters]
            [tools."*".policy]
            run = "ask"
            """);
        assertThat(Cli.run("check", platform, team).without(folder)).isEqualTo(new Run(0, """
            read  run     configuration of all tools, team.toml:5:7
                          floor, platform.toml:3:7
                  result  no list
            now   run     configuration of all tools, team.toml:5:7
                          floor, platform.toml:3:7
                  result  no list
            note: platform.toml:3:8: rule 1 of this floor doesn't apply to "now", without the place that it looks at
            """, ""));
        assertThat(Cli.run("check", platform, team, "--json").out())
                .contains("\"run_floors\"", "\"not_present\"");
    }
}
