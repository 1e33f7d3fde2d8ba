package dev.toolpolicy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.cli.Cli.Run;
import dev.toolpolicy.cli.internal.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands read several policy files in order, as an engine does. */
class SeveralFilesTest {
    @TempDir
    private Path folder;

    private String platform;
    private String team;

    @BeforeEach
    void write() throws IOException {
        platform = file("platform.toml", """
            floor = true
            [tools."*".policy]
            run = [{ name = "keys", arg = "/path", prefix = ".ssh", where_present = true, mode = "deny" }]
            """);
        team = file("team.toml", """
            [tools.crm_read.parameters]
            path = { type = "path" }
            [tools.crm_read.policy]
            run = [{ name = "all", mode = "allow" }]
            """);
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private Run run(String... arguments) {
        return Cli.run(arguments).without(folder);
    }

    @Test
    void explainSaysWhichFileDecides() {
        Run run = run("explain", platform, team, "crm_read", "{\"path\": \".ssh/id\"}");
        assertThat(run.code()).as(run.errors()).isEqualTo(ExitCode.FINE);
        assertThat(run.out())
                .contains("the list: floor, platform.toml:3:8", "in a session without earlier calls: deny");
        assertThat(run("explain", platform, team, "crm_read", "{\"path\": \"a\"}")
                        .out())
                .contains("the list: configuration, team.toml:4:7", "in a session without earlier calls: allow");
        assertThat(run("explain", team, "crm_read", "{\"path\": \".ssh/id\"}", "--only", team + "=crm_*")
                        .out())
                .contains("in a session without earlier calls: allow");
        assertThat(run("explain", team, "crm_read", "{}", "--only", team + "=hr_*")
                        .code())
                .isEqualTo(ExitCode.FAILED);
        assertThat(run("explain", team, "crm_read").errors()).contains("requires at least 3 values");
    }

    @Test
    void witnessesAreGivenForFloorsToo() {
        Run run = run("witnesses", platform, team, "crm_read");
        assertThat(run.out()).isEqualTo("""
            crm_read
              rule 1 (all) decides {}
              no rule never applies: rule 1 decides its calls
              floor, platform.toml:3:7: rule 1 (keys) decides {"path":".ssh"}
            """);
        assertThat(run("witnesses", platform, team).out()).contains(run.out());
        assertThat(run("witnesses", platform, team, "--json").out())
                .contains("\"floor\" : \"floor, platform.toml:3:7\"");
        assertThat(run("witnesses", platform, team, "crm_raed").errors()).contains("no tool is named \"crm_raed\"");
    }

    @Test
    void aTableForAReviewNamesTheListsOfToolsThatComeLater() throws IOException {
        String later = "[tools.here]\nparameters = {}\npolicy.run = 'ask'\n[tools.'mcp_*'.policy]\nexternal = true\n";
        String denies = file("denies.toml", later + "run = 'deny'\n");
        assertThat(run("diff", "--markdown", denies, file("allows.toml", later + "run = 'allow'\n")))
                .isEqualTo(new Run(
                        ExitCode.FINDINGS,
                        "- `tool \"mcp_*\", run (may loosen): a tool that comes later may be decided less strictly`\n",
                        ""));
        assertThat(run("diff", "--markdown", denies, file("asks.toml", later.replace("ask", "allow") + "run = 'ask'\n"))
                        .out())
                .startsWith("| tool |")
                .contains("| `here` |", "\n\n- `tool \"mcp_*\", run (may loosen)");
    }

    /** Control characters, line breaks and marks of Markdown could hide a change from a reviewer. */
    @Test
    void namesInAFileHideNoChangeFromAReviewer() throws IOException {
        String text = """
            [tools."log\\u001b[2K\\n- in"]
            parameters = {}
            policy.run = "ask"
            policy.limits = [{ calls = 2 }]
            policy.requires = [{ tools = ["b\\u202e"] }]
            [tools."b\\u202e"]
            parameters.x = { type = "string", required = true }
            policy.run = [{ arg = "/x", const = "q\\u202e", mode = "deny" }, { mode = "ask" }]
            [results]
            "b\\u202e" = { labels = ["untrusted"], values = { contacts = "/<!--\\u001b[2K\\n" } }
            """;
        String before = file("shown.toml", text);
        String after = file(
                "changed.toml",
                text.replace("calls = 2", "calls = 3")
                        .replace("/<!--", "/c")
                        .replace("policy.requires", "#")
                        .replace("\"deny\"", "\"allow\""));
        for (String[] command : List.of(
                new String[] {"check", before},
                new String[] {"witnesses", before},
                new String[] {"diff", before, after},
                new String[] {"diff", before, after, "--markdown"})) {
            Run run = run(command);
            assertThat(run.out()).as(String.join(" ", command)).doesNotContain("\u001b", "\u202e", "\n- in");
            assertThat(run.errors()).isEmpty();
        }
        assertThat(run("diff", before, after, "--markdown").out().lines().filter(line -> line.startsWith("- ")))
                .hasSize(3)
                .allMatch(line -> line.startsWith("- `tool ") && line.endsWith("`"));
    }

    @Test
    void diffComparesLayersWithLayers() throws IOException {
        Run run = run("diff", platform, team, "--", team);
        assertThat(run.code()).as(run.errors()).isEqualTo(ExitCode.FINDINGS);
        assertThat(run.out()).contains("crm_read", "may loosen");
        assertThat(run("diff", team, "--", platform, team).code()).isEqualTo(ExitCode.FINE);
        assertThat(run("diff", "--markdown", platform, team, "--", platform, team)
                        .code())
                .isEqualTo(ExitCode.FINE);
        assertThat(run("diff", platform, team, "--", platform, team, "--json").out())
                .contains("\"changes\" : [ ]");
        String other = file("other.toml", Files.readString(Path.of(team)));
        assertThat(run("diff", platform, team, "--", platform, other, "--only", other + "=crm_*")
                        .code())
                .isEqualTo(ExitCode.FINE);
        assertThat(run("diff", platform, team, "--", platform, other, "--only", other + "=hr_*")
                        .code())
                .isEqualTo(ExitCode.FAILED);
        assertThat(run("diff", platform, team, other).errors())
                .startsWith("name the old and the new file, or layers with --");
        assertThat(run("diff", platform).errors()).startsWith("name the old and the new file, or layers with --");
        assertThat(run("diff", platform, team, "--markdwn").errors()).contains("--markdwn", "--markdown");
    }

    @Test
    void aFolderIsNotAPolicyFile() {
        assertThat(run("check", folder.toString()))
                .isEqualTo(new Run(ExitCode.FAILED, "", folder + " is a folder, not a file\n"));
    }

    @Test
    void aScopeNamesTools() throws IOException {
        for (String scope : List.of("", ",", "crm_*,", " ", ",crm_*")) {
            for (String command : List.of("check", "witnesses", "surface")) {
                Run run = run(command, team, "--only", team + "=" + scope);
                assertThat(run.errors()).contains("--only team.toml=" + scope + ": an empty name names no tool");
                assertThat(run.code()).isEqualTo(ExitCode.FAILED);
            }
        }
        assertThat(run("check", team, "--only", team + "=hr_*, crm_read").code())
                .isEqualTo(ExitCode.FINE);
    }

    @Test
    void testFilesNameSeveralPolicyFiles() throws IOException {
        String tests = file("all.test.toml", """
            policy = ["platform.toml", "team.toml=crm_*"]
            [[test]]
            call = { tool = "crm_read", arguments = { path = ".ssh/id" } }
            expect = "deny"
            rule = "keys"
            [[test]]
            call = { tool = "crm_read", arguments = { path = "a" } }
            expect = "allow"
            rule = "all"
            [[prove]]
            tools = ["crm_read"]
            never = "ask"
            """);
        Run run = run("test", tests);
        assertThat(run.code()).as(run.out() + run.errors()).isEqualTo(ExitCode.FINE);
        assertThat(run("prove", tests).code()).isEqualTo(ExitCode.FINE);
        for (String command : List.of("prove", "test")) {
            assertThat(run(command, tests, "--json").out())
                    .contains("\"policy\" : [ \"platform.toml\", \"team.toml\" ]");
        }
        Files.writeString(Path.of(tests), Files.readString(Path.of(tests)).replace("crm_*", "hr_*"));
        assertThat(run("test", tests).errors()).contains("team.toml:1:8", "outside-scope");
    }
}
