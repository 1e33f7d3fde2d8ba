package dev.toolpolicy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.cli.Cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Labels that no result carries: a misspelt one is an error, not a session without it. */
final class UnknownLabelsTest {
    private static final String WRONG = "no result carries the label \"untrustd\": labels are \"untrusted\"";

    @TempDir
    Path folder;

    private String policy;

    @BeforeEach
    void writePolicy() throws IOException {
        policy = Files.writeString(folder.resolve("l.toml"), """
            [tools.s.policy]
            external = true
            run = [{ label = "untrusted", mode = "deny" }, { mode = "allow" }]
            """).toString();
    }

    @Test
    void explainNamesTheLabels() {
        Run run = Cli.run("explain", policy, "s", "{}", "--label", "untrustd");
        assertThat(run).isEqualTo(new Run(2, "", "--label: " + WRONG + "\n"));
        assertThat(Cli.run("explain", policy, "s", "{}", "--label", "untrusted").out())
                .contains("deny");
    }

    @Test
    void decideNamesTheLabels() throws IOException {
        String[] arguments = {"decide", "--configuration", policy, "-"};
        Run run = Cli.run("{\"tool\": \"s\", \"arguments\": {}, \"labels\": [\"untrustd\"]}", arguments);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.json().path("verdict").asText()).isEqualTo("invalid");
        assertThat(run.errors()).isEqualTo("line 1: " + WRONG + "\n");
    }

    @Test
    void aTestFailsAndNamesTheLabels() throws IOException {
        Path tests = Files.writeString(folder.resolve("l.test.toml"), """
            [[test]]
            call = { tool = "s", arguments = {} }
            labels = ["untrustd"]
            expect = "allow"
            """);
        Run run = Cli.run("test", tests.toString());
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains(WRONG);
    }
}
