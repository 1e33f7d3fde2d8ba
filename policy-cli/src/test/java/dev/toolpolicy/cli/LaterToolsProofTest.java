package dev.toolpolicy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code prove} and {@code surface} say of tools that come later. */
class LaterToolsProofTest {
    private static final String CLAIM = "[[prove]]\nname = \"never alone\"\ntools = [\"%s\"]\nnever = \"allow\"\n";

    @TempDir
    private Path folder;

    private Path policy;
    private Path tools;

    @BeforeEach
    void writeTools() throws IOException {
        policy = folder.resolve("p.toml");
        tools = Files.writeString(folder.resolve("tools.json"), "[]");
    }

    private String run(String list, String words) throws IOException {
        Files.writeString(policy, """
            [results]
            fetch_it.labels = ["untrusted"]
            [tools.fetch_it]
            parameters.url = { type = "string" }
            policy.run = "ask"
            [tools."mcp__*".policy]
            external = true
            """ + list);
        Path tests = Files.writeString(folder.resolve("p.test.toml"), words);
        String first = words.isEmpty() ? "surface" : "prove";
        String file = words.isEmpty() ? policy.toString() : tests.toString();
        Cli.Run run = Cli.run(first, file, "--tools", tools.toString()).without(folder);
        return run.out() + run.errors();
    }

    @Test
    void aListForThemThatAllowsRefutesAClaimAboutAllTools() throws IOException {
        for (String pattern : new String[] {"mc*", "mcp__*", "mcp__github__*"}) {
            String claim = CLAIM.formatted(pattern);
            assertThat(run("run = \"allow\"", claim))
                    .as(pattern)
                    .contains("refuted: never alone\n  mcp__? {}: allow by rule 1 (configuration, p.toml:8:7)");
            assertThat(run("run = \"ask\"", claim)).as(pattern).contains("proved: never alone (");
            assertThat(run(
                            "run = [{ label = \"untrusted\", mode = \"ask\" }, { mode = \"allow\" }]",
                            claim + "when.labels = [\"untrusted\"]"))
                    .as(pattern)
                    .contains("proved: never alone (");
        }
        assertThat(run("run = \"allow\"", CLAIM.formatted("fetch_*"))).contains("proved: never alone (1 tool)");
        assertThat(run("run = \"allow\"", CLAIM.formatted("fetch_it"))).contains("proved: never alone (1 tool)");
    }

    @Test
    void theSurfaceHasThem() throws IOException {
        assertThat(run("run = \"allow\"", "")).contains("mcp__?: every call\n");
        assertThat(run("run = \"ask\"", "")).contains("mcp__?: nothing\n");
        assertThat(run("limits = [{ calls = 3 }]\n[tools.\"*\".policy]\nrun = \"allow\"", ""))
                .contains("mcp__?: every call\n");
    }
}
