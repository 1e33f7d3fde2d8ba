package dev.toolpolicy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.cli.Cli.Run;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.shared.CodeBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The subcommand {@code decide}. */
class DecideCommandTest {
    private static final String POLICY = """
        [facts]
        role = { type = "string" }

        [tools.make]
        parameters = {}
        policy.run = "allow"

        [tools.ship]
        parameters.to = { type = "string", required = true }
        [tools.ship.policy]
        requires = [{ tools = ["make"] }]
        run = [
          { name = "frozen", reason = "production is frozen", arg = "/to", const = "production", mode = "deny" },
          { fact = "/role", const = "guest", mode = "deny" },
          { mode = "ask" },
        ]

        [tools.look]
        parameters.path = { type = "path", required = true }
        policy.run = [{ arg = "/path", prefix = "~/notes", mode = "deny" }, { mode = "allow" }]
        """;

    @TempDir
    private Path folder;

    private Run decide(String calls, String... options) throws IOException {
        Path policy = Files.writeString(folder.resolve("policy.toml"), POLICY);
        List<String> arguments =
                new ArrayList<>(List.of("decide", "--configuration", policy.toString(), "--home", "/home/me", "-"));
        arguments.addAll(List.of(options));
        return Cli.run(calls, arguments.toArray(String[]::new)).without(folder);
    }

    private static List<String> verdicts(Run run) throws IOException {
        List<String> verdicts = new ArrayList<>();
        for (String line : run.out().lines().toList()) {
            JsonNode answer = new ObjectMapper().readTree(line);
            verdicts.add(
                    answer.path("id").asText() + " " + answer.path("verdict").asText());
        }
        return verdicts;
    }

    @Test
    void toolsOfExternalPatternsAreKnown() throws IOException {
        Path policy = Files.writeString(folder.resolve("later.toml"), """
            [tools."mcp__docs__*".policy]
            external = true
            run = "allow"
            [tools."mcp__docs__drop*".policy]
            external = true
            run = "deny"
            [tools."*".policy]
            run = "ask"
            """);
        Run run = Cli.run("""
            {"id": 1, "tool": "mcp__docs__find", "arguments": {"text": "a"}}
            {"id": 2, "tool": "mcp__docs__drop_all", "arguments": {}}
            {"id": 3, "tool": "mcp__other__find", "arguments": {}}
            {"id": 4, "tool": "mcp__docs__find", "arguments": {"text": 1}}
            """, new String[] {"decide", "--configuration", policy.toString(), "-"});

        assertThat(run.code()).as(run.errors()).isEqualTo(ExitCode.FINE);
        assertThat(verdicts(run)).containsExactly("1 allow", "2 deny", "3 invalid", "4 allow");
    }

    @Test
    void eachVerdictSaysWhatDecided() throws IOException {
        Run run = decide("""
            {"id": "a", "tool": "ship", "arguments": {"to": "test"}}

            {"id": 7, "tool": "make", "arguments": "{}", "result": "success"}
            {"tool": "ship", "arguments": {"to": "production"}}
            {"tool": "ship", "arguments": "{\\"to\\": \\"test\\"}"}
            {"tool": "ship", "arguments": {"to": "test"}, "facts": {"role": "guest"}}
            {"tool": "ship", "arguments": {"to": 1}}
            {"tool": "nothing", "arguments": {}}
            {"tool": "make", "arguments": "{"}
            """);
        assertThat(run.code()).as(run.errors()).isEqualTo(ExitCode.FINE);
        List<String> lines = run.out().lines().toList();
        assertThat(lines.subList(0, 5))
                .containsExactly(
                        "{\"id\":\"a\",\"verdict\":\"deny\",\"policy\":\"require:ship\",\"reason\":\"ship can run"
                                + " only after make has succeeded in this session.\"}",
                        "{\"id\":7,\"verdict\":\"allow\",\"rule\":1}",
                        "{\"id\":4,\"verdict\":\"deny\",\"rule\":1,\"name\":\"frozen\",\"reason\":\"production is"
                                + " frozen\"}",
                        "{\"id\":5,\"verdict\":\"ask\",\"rule\":3}",
                        "{\"id\":6,\"verdict\":\"deny\",\"rule\":2}");
        assertThat(verdicts(run).subList(5, 8)).containsExactly("7 invalid", "8 invalid", "9 invalid");
        assertThat(lines.get(5)).contains("\"reason\":\"invalid arguments at /to: ");
    }

    @Test
    void onlyACallThatIsKnownToHaveSucceededSatisfiesARequirement() throws IOException {
        String deploy = "{\"tool\": \"ship\", \"arguments\": {\"to\": \"test\"}}\n";
        String build = "{\"tool\": \"make\", \"arguments\": {}}\n";
        assertThat(verdicts(decide(build + deploy))).containsExactly("1 allow", "2 deny");
        assertThat(verdicts(decide(build.replace("}}", "}, \"result\": \"failure\"}") + deploy)))
                .containsExactly("1 allow", "2 deny");
        String built = build.replace("}}", "}, \"result\": \"success\"}");
        assertThat(verdicts(decide(built + deploy))).containsExactly("1 allow", "2 ask");
        assertThat(verdicts(decide(built + deploy, "--session", "mine"))).containsExactly("1 allow", "2 ask");
        assertThat(verdicts(decide(built + deploy, "--each-alone"))).containsExactly("1 allow", "2 deny");
    }

    @Test
    void aCallThatAsksCountsOnlyIfItRan() throws IOException {
        Path limited = Files.writeString(
                folder.resolve("limited.toml"),
                "[tools.pay]\nparameters = {}\n[tools.pay.policy]\nrun = \"ask\"\nlimits = [{ calls = 1 }]\n");
        String pay = "{\"tool\": \"pay\", \"arguments\": {}}\n";
        String[] arguments = {"decide", "--configuration", limited.toString(), "-"};
        assertThat(verdicts(Cli.run(pay + pay, arguments))).containsExactly("1 ask", "2 ask");
        String paid = pay.replace("{}}", "{}, \"result\": \"failure\"}");
        assertThat(verdicts(Cli.run(paid + pay, arguments))).containsExactly("1 ask", "2 deny");
    }

    @Test
    void pathsAreReadByWorkspaceAndHome() throws IOException {
        String calls = """
            {"tool": "look", "arguments": {"path": "~/notes/a"}}
            {"tool": "look", "arguments": {"path": "/home/me/notes/a"}}
            {"tool": "look", "arguments": {"path": "../x"}}
            {"tool": "look", "arguments": {"path": "x"}}
            """;
        Run run = decide(calls, "--workspace", "/home/me/project");
        assertThat(verdicts(run)).containsExactly("1 deny", "2 deny", "3 ask", "4 allow");
        assertThat(run.out()).contains("\\\"/path\\\" leads out of the workspace");
    }

    @Test
    void aLineThatCantBeReadIsInvalidAndTheOthersAreDecided() throws IOException {
        Run run = decide("""
            {"tool": "make", "arguments": {}}
            {"tool": "make"
            {"tool": "make", "tool": "ship", "arguments": {}}
            {"tool": "make", "arguments": {}, "result": "maybe"}
            {"tool": "make"}
            {"tool": "make", "arguments": {}, "facts": {"unknown": 1}}
            [1]
            {"id": "last", "tool": "make", "arguments": {}, "note": 1}
            """);
        assertThat(run.code()).isEqualTo(ExitCode.FAILED);
        assertThat(verdicts(run))
                .containsExactly(
                        "1 allow",
                        "2 invalid",
                        "3 invalid",
                        "4 invalid",
                        "5 invalid",
                        "6 invalid",
                        "7 invalid",
                        "last allow");
        assertThat(run.errors().lines())
                .hasSize(7)
                .contains(
                        "line 4: \"result\" must be \"success\" or \"failure\"",
                        "line 5: \"arguments\" must be an object, or its text",
                        "line 6: the fact \"unknown\" is not declared",
                        "line 8: the member \"note\" is not used");
    }

    @Test
    void theGuideShowsWhatItAnswers() throws IOException {
        List<String> blocks = CodeBlock.texts(Path.of("../docs/how-to/command.md"), "json");
        assertThat(decide(blocks.get(0)).out()).isEqualTo(blocks.get(1));
    }

    @Test
    void whatIsMissingIsSaid() throws IOException {
        assertThat(Cli.run("decide", "-").errors()).contains("Missing required option: '--configuration=FILE'");
        Run none = decide("", folder.resolve("none").toString());
        assertThat(none.code()).isEqualTo(ExitCode.FAILED);
        Path policy = Files.writeString(folder.resolve("bad.toml"), "tools = 1");
        assertThat(Cli.run("decide", "--configuration", policy.toString(), "-").code())
                .isEqualTo(ExitCode.FAILED);
        Path homeless = Files.writeString(folder.resolve("homeless.toml"), POLICY);
        Run home = Cli.run("decide", "--configuration", homeless.toString(), "-");
        assertThat(home.code()).isEqualTo(ExitCode.FAILED);
        assertThat(home.errors())
                .contains("[toolpolicy/home-not-set]")
                .endsWith("type --home DIR to say which directory ~/ means\n");
        assertThat(Cli.run("check", homeless.toString()).code()).isEqualTo(ExitCode.FINE);
        Path good = Files.writeString(folder.resolve("good.toml"), POLICY);
        Run missing = Cli.run("decide", "--configuration", good.toString(), "--home", "/h", "nowhere.jsonl");
        assertThat(missing).isEqualTo(new Run(2, "", "there is no file nowhere.jsonl\n"));
    }
}
