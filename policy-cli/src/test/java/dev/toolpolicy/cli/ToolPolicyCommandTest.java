package dev.toolpolicy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.cli.Cli.Run;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.schema.DiagnosticCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Help.Ansi;

/** The command, run as people and pipelines run it, with its streams captured. */
class ToolPolicyCommandTest {
    private static final String GOOD = """
        [tools.fs_create_file.policy]
        run = [
          { arg = "/path", prefix = ".git", mode = "deny" },
          { mode = "ask" },
        ]
        """;
    private static final String LOOSER = "tools.fs_create_file.policy.run = 'allow'\n";

    @TempDir
    private Path folder;

    private Run run(String... arguments) {
        return Cli.run(arguments).without(folder);
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static JsonNode json(Run run) throws IOException {
        return run.json();
    }

    @Test
    void checkPrintsTheActiveLists() throws IOException {
        Run run = run(
                "check",
                file("a.toml", GOOD),
                file("b.json", "{\"tools\": {\"*\": {\"policy\": {\"result\": \"edit\"}}}}"));
        assertThat(run.errors()).isEmpty();
        assertThat(run.code()).isEqualTo(ExitCode.FINE);
        assertThat(run.out())
                .containsIgnoringWhitespaces(
                        "fs_create_file run configuration, a.toml:2:7 result configuration of all tools, b.json:1:39");
    }

    @Test
    void checkSaysEverythingThatIsWrong() throws IOException {
        String bad =
                file("bad.toml", "tools.fs_create_file.policy.run = 'aks'\ntools.fs_creat_file.policy.run = 'ask'\n");
        Run run = run("check", bad);
        assertThat(run.code()).isEqualTo(ExitCode.FINDINGS);
        assertThat(run.out()).isEmpty();
        assertThat(run.errors())
                .contains(
                        "bad.toml:1:35: error: [toolpolicy/mode]",
                        "bad.toml:2:7: error: [toolpolicy/unknown-tool]",
                        "help: did you mean \"fs_create_file\"?");

        JsonNode first = json(run("check", "--json", bad)).at("/problems/0");
        assertThat(first.path("code").asText()).isEqualTo("mode");
        assertThat(first.path("line").asInt()).isEqualTo(1);
        assertThat(first.path("column").asInt()).isEqualTo(35);
        assertThat(first.path("severity").asText()).isEqualTo("error");
    }

    @Test
    void everyCodeCanBeExplained() {
        for (DiagnosticCode code : DiagnosticCode.values()) {
            Run run = run("--explain", code.id());
            assertThat(run.code()).as(code.id()).isEqualTo(ExitCode.FINE);
            assertThat(run.out()).startsWith("# " + code.id() + "\n");
            assertThat(Path.of("..", code.page())).isRegularFile();
        }
        assertThat(run("--explain", "toolpolicy/mode").out()).startsWith("# mode\n");

        Run misspelt = run("--explain", "unreachable-rul");
        assertThat(misspelt.code()).isEqualTo(ExitCode.FAILED);
        assertThat(misspelt.errors())
                .startsWith("no code is named \"unreachable-rul\"; did you mean \"unreachable-rule\"?");
    }

    @Test
    void explainSaysWhichRuleDecides() throws IOException {
        String good = file("a.toml", GOOD);
        Run run = run("explain", good, "fs_create_file", "{\"path\": \"x/../.git/config\", \"content\": \"\"}");
        assertThat(run.code()).as(run.errors()).isEqualTo(ExitCode.FINE);
        assertThat(run.out()).contains("<- decides", "by the rules: deny", "the list: configuration, a.toml:2:7");
        JsonNode answer =
                json(run("explain", good, "fs_create_file", "{\"path\": \"a\", \"content\": \"\"}", "--json"));
        assertThat(answer.path("mode").asText()).isEqualTo("ask");
        assertThat(answer.path("rule").asInt()).isEqualTo(2);

        Run invalid = run("explain", good, "fs_create_file", "{\"path\": 1}");
        assertThat(invalid.code()).isEqualTo(ExitCode.FINDINGS);
        assertThat(invalid.errors()).startsWith("invalid arguments at /path: ");
        Run unknown = run("explain", good, "fs_creat", "{}");
        assertThat(unknown.code()).isEqualTo(ExitCode.FAILED);
        assertThat(unknown.errors())
                .startsWith("no tool is named \"fs_creat\"; tools are ")
                .contains("fs_create_file");
        assertThat(run("explain", good, "fs_creat_file", "{}").errors())
                .startsWith("no tool is named \"fs_creat_file\"; did you mean \"fs_create_file\"?");
        assertThat(run("explain", file("bad.toml", "tools = 1"), "fs_create_file", "{}")
                        .code())
                .isEqualTo(ExitCode.FAILED);
    }

    @Test
    void explainSaysHowToGiveFacts() throws IOException {
        String policy = file("facts.toml", """
            facts = { role = { type = "string" } }
            tools.ship.parameters = { type = "object" }
            tools.ship.policy.run = [{ fact = "/role", const = "lead", mode = "allow" }, { mode = "deny" }]
            """);
        assertThat(run("explain", policy, "ship", "{}").out())
                .endsWith("\nno fact is known: give them by --facts '{\"name\": value}'\n");
        assertThat(run("explain", policy, "ship", "{}", "--facts", "{\"role\": \"lead\"}")
                        .out())
                .endsWith("in a session without earlier calls: allow\n");
        assertThat(run("explain", policy, "ship", "{}", "--facts", "{\"rol\": 1}")
                        .errors())
                .startsWith("--facts: ");
    }

    @Test
    void explainSaysWhatARequirementDeniesThoughTheRulesAllow() throws IOException {
        String ordered = file("ordered.toml", """
            [tools.ship]
            parameters = {}
            [tools.ship.policy]
            run = "allow"
            requires = [{ tools = ["make", "verify"] }]
            [tools.make]
            parameters = {}
            policy.run = "allow"
            [tools.verify]
            parameters = {}
            policy.run = "allow"
            """);
        Run run = run("explain", ordered, "ship", "{}");
        assertThat(run.code()).as(run.errors()).isEqualTo(ExitCode.FINE);
        assertThat(run.out())
                .contains("by the rules: allow\n")
                .endsWith("in a session without earlier calls: deny, by policy 'require:ship':"
                        + " ship can run only after make and verify have succeeded in this session.\n");
        JsonNode answer = json(run("explain", ordered, "ship", "{}", "--json"));
        assertThat(answer.path("mode").asText()).isEqualTo("allow");
        assertThat(answer.path("verdict").asText()).isEqualTo("deny");
        assertThat(answer.path("policy").asText()).isEqualTo("require:ship");
        assertThat(run("explain", ordered, "make", "{}").out()).endsWith("in a session without earlier calls: allow\n");
    }

    /** Help must not break words, and has one blank line between its parts. */
    @Test
    void helpIsLaidOutWell() {
        for (List<String> command : List.of(
                List.of("hook", "install"),
                List.of("hook", "uninstall"),
                List.of("hook", "claude-code"),
                List.of("hook", "codex"),
                List.of("hook", "gemini"),
                List.of("mcp"),
                List.of("replay"))) {
            List<String> words = new ArrayList<>(command);
            words.add("--help");
            String help = run(words.toArray(String[]::new)).out();
            assertThat(help).as(String.join(" ", command)).doesNotContain("\n\n\n", "~/.\n");
        }
    }

    @Test
    void witnessesAreCallsThatTheirRulesDecide() throws IOException {
        String good = file("a.toml", GOOD);
        JsonNode rules =
                json(run("witnesses", good, "fs_create_file", "--json")).path("fs_create_file");
        assertThat(rules).hasSize(2);
        for (int i = 0; i < 2; i++) {
            String call = rules.get(i).path("decides").toString();
            assertThat(json(run("explain", good, "fs_create_file", call, "--json"))
                            .path("rule")
                            .asInt())
                    .isEqualTo(i + 1);
        }
        String dead = file("dead.toml", "tools.fs_create_file.policy.run = [{ mode = 'ask' }, { mode = 'deny' }]\n");
        Run run = run("witnesses", dead, "fs_create_file");
        assertThat(run.out()).startsWith("fs_create_file\n  rule 1 decides {");
        assertThat(json(run("witnesses", dead, "--json"))
                        .at("/fs_create_file/1/taken_by/0")
                        .asInt(-1))
                .isOne();
        assertThat(run("witnesses", good, "fs_creat").code()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void diffSaysWhatMayBeLoosened() throws IOException {
        String good = file("a.toml", GOOD);
        String looser = file("b.toml", LOOSER);
        Run loosened = run("diff", good, looser);
        assertThat(loosened.code()).isEqualTo(ExitCode.FINDINGS);
        assertThat(loosened.out()).startsWith("tool \"fs_create_file\", run (may loosen)");
        assertThat(json(run("diff", good, looser, "--json"))
                        .at("/changes/0/may_loosen")
                        .asBoolean())
                .isTrue();

        Run tightened = run("diff", looser, file("c.toml", "tools.fs_create_file.policy.run = 'ask'\n"));
        assertThat(tightened.code()).isEqualTo(ExitCode.FINE);
        assertThat(tightened.out()).startsWith("tool \"fs_create_file\", run: ");
        assertThat(run("diff", good, good)).isEqualTo(new Run(0, "nothing changes\n", ""));
        assertThat(run("diff", good, file("bad.toml", "tools = 1")).errors()).startsWith("bad.toml:1:9: error:");
        assertThat(run("diff", folder.resolve("bad.toml").toString(), good).code())
                .isEqualTo(ExitCode.FAILED);
        Run missing = run("diff", good, folder.resolve("none.toml").toString());
        assertThat(missing).isEqualTo(new Run(ExitCode.FAILED, "", "there is no file none.toml\n"));
    }

    @Test
    void diffIsATableForAReviewAndDataForPrograms() throws IOException {
        String good = file("a.toml", GOOD);
        String looser =
                file("b.toml", LOOSER + "tools.fs_delete_file.policy.requires = [{ tools = ['fs_read_file'] }]\n");
        Run table = run("diff", "--markdown", good, looser);
        assertThat(table.code()).isEqualTo(ExitCode.FINDINGS);
        assertThat(table.out())
                .startsWith("| tool | list | change | before | after | as for |\n|---|")
                .contains("| `fs_create_file` | run | looser | ")
                .endsWith("\n- `tool \"fs_delete_file\", requires: now also fs_read_file`\n");
        assertThat(run("diff", "--markdown", good, good).out()).isEqualTo("every call is decided as before\n");
        JsonNode data = json(run("diff", good, looser, "--json")).path("lists");
        assertThat(data.path("may_loosen").asBoolean()).isTrue();
        assertThat(data.at("/tools/0/run/changes/0/arguments").isObject()).isTrue();
    }

    @Test
    void pathsAreReadAsTheServiceReadsThem() throws IOException {
        String dead = file("dead.toml", """
            [tools.fs_create_file.policy]
            run = [
              { arg = "/path", prefix = "src", mode = "ask" },
              { arg = "/path", pattern = "^[.][.]", mode = "ask" },
              { arg = "/path", prefix = "SRC/a", mode = "deny" },
              { arg = "/path", prefix = "/home/me/project/src/b", mode = "deny" },
              { arg = "/path", prefix = "src\\\\c", mode = "deny" },
              { mode = "ask" },
            ]
            """);
        assertThat(run("check", dead).code()).isEqualTo(ExitCode.FINE);
        assertThat(run("check", dead, "--ignore-case").errors()).startsWith("dead.toml:5:3: error");
        assertThat(run("check", dead, "--workspace", "/home/me/project").errors())
                .startsWith("dead.toml:6:3: error");
        assertThat(run("check", dead, "--windows").errors()).startsWith("dead.toml:7:3: error");
        assertThat(run("witnesses", dead, "fs_create_file").out()).doesNotContain("never applies: rule 1 ");
        assertThat(run("witnesses", "--ignore-case", dead, "fs_create_file").out())
                .contains("rule 3 never applies: rule 1 ");
        String call = "{\"path\": \"SRC/a\", \"content\": \"\"}";
        assertThat(json(run("explain", dead, "fs_create_file", call, "--json"))
                        .path("rule")
                        .asInt())
                .isEqualTo(3);
        String other = file(
                "other.toml",
                "tools.fs_create_file.policy.run = [{ arg = '/path', prefix = 'SRC', mode = 'deny' },"
                        + " { mode = 'ask' }]\n");
        String small = file(
                "small.toml",
                "tools.fs_create_file.policy.run = [{ arg = '/path', prefix = 'src', mode = 'deny' },"
                        + " { mode = 'ask' }]\n");
        assertThat(run("diff", other, small).code()).isEqualTo(ExitCode.FINDINGS);
        assertThat(run("diff", other, small, "--ignore-case")).isEqualTo(new Run(0, "nothing changes\n", ""));
        assertThat(run("diff", other, small, "--ignore-case", "--markdown").out())
                .startsWith("every call is decided");
    }

    @Test
    void aRootIsWhereToolsStand() throws IOException {
        String nested = file("nested.toml", "conversation." + LOOSER);
        assertThat(run("check", nested).errors()).contains("help: read it at \"/conversation\"");
        assertThat(run("check", "--root", "/conversation", nested).code()).isEqualTo(ExitCode.FINE);
    }

    @Test
    void invalidArgumentsGetOneLineThatSaysWhatToType() {
        for (String[] wrong : new String[][] {
            {},
            {"chekc"},
            {"check"},
            {"witnesses"},
            {"check", "--jsno"},
            {"check", "--root"},
            {"check", "--root", "x", "f"},
            {"explain", "a", "b"},
            {"check", "f", "--workspace"},
            {"check", "f", "--workspace", "src"},
            {"diff", "a"},
            {"check", "a\0b"}
        }) {
            Run run = run(wrong);
            assertThat(run.code()).as(String.join(" ", wrong)).isEqualTo(ExitCode.FAILED);
            assertThat(run.out()).isEmpty();
            assertThat(run.errors().lines()).as(String.join(" ", wrong)).hasSize(1);
        }
    }

    @Test
    void eachSubcommandHasHelpWithAnExample() {
        Run all = run("--help");
        assertThat(all.code()).isZero();
        for (String name : Cli.subcommands()) {
            assertThat(all.out()).contains("\n  " + name + " ");
            Run help = run(name, "--help");
            assertThat(help.code()).as(help.errors()).isZero();
            assertThat(help.out())
                    .contains(
                            "\nUsage: toolpolicy " + name + " [OPTIONS]",
                            "Example",
                            "\n  ",
                            "toolpolicy " + name + " ");
            if (!name.equals("hook") && !name.equals("mcp")) { // they speak the protocols of agents, which are JSON
                assertThat(help.out()).contains("--json");
            }
        }
        assertThat(run("--version").out()).startsWith("toolpolicy ");
        assertThat(run("check", "--version").out()).startsWith("toolpolicy ");
    }

    @Test
    void helpAndMessagesHaveColorsWhereATerminalIs() throws IOException {
        assertThat(Cli.run("", Ansi.ON, "check", "--help").out()).contains("\u001b[");
        String bad = file("bad.toml", "tools.fs_create_file.policy.run = 'aks'\n");
        assertThat(Cli.run("", Ansi.ON, "check", bad).errors()).contains("\u001b[31m", "error:");
        assertThat(run("check", bad).errors()).doesNotContain("\u001b");
    }

    @Test
    void rulesAreToldWithTheirNamesAndReasons() throws IOException {
        String named = file("named.toml", """
            [tools.look]
            parameters.path = { type = "path", required = true }
            [tools.look.policy]
            run = [
              { name = "no-keys", reason = "keys stay here", arg = "/path", prefix = "keys", mode = "deny" },
              { mode = "ask" },
            ]
            """);
        String call = "{\"path\": \"keys/a\"}";
        assertThat(run("explain", named, "look", call).out())
                .contains("1  no-keys: /path prefix", "by the rules: deny\nthe rule's reason: keys stay here\n");
        JsonNode explained = json(run("explain", named, "look", call, "--json"));
        assertThat(explained.path("name").asText()).isEqualTo("no-keys");
        assertThat(explained.path("reason").asText()).isEqualTo("keys stay here");
        assertThat(run("witnesses", named, "look").out())
                .startsWith("look\n  rule 1 (no-keys) decides {\"path\":\"keys\"}\n  rule 2 decides {");
        JsonNode rules = json(run("witnesses", named, "look", "--json")).path("look");
        assertThat(rules.get(0).path("name").asText()).isEqualTo("no-keys");
        assertThat(rules.get(0).path("reason").asText()).isEqualTo("keys stay here");
        assertThat(rules.get(1).has("name")).isFalse();
        String looser = file("looser.toml", Files.readString(Path.of(named)).replace("\"deny\"", "\"ask\""));
        assertThat(run("diff", named, looser, "--markdown").out())
                .contains("deny (rule no-keys: keys stay here)", "ask (rule no-keys: keys stay here)");
    }

    @Test
    void misspeltWordsGetASuggestion() {
        assertThat(run("chekc", "f").errors()).contains("did you mean check? toolpolicy --help shows what to type.");
        assertThat(run("check", "f", "--jsno").errors())
                .isEqualTo(
                        "Unknown option: '--jsno'; did you mean --json? toolpolicy check --help shows what to type.\n");
    }

    @Test
    void completionAnswersAsJson() throws IOException {
        JsonNode completion = json(run("completion", "zsh", "--json"));
        assertThat(completion.path("shell").asText()).isEqualTo("zsh");
        assertThat(completion.path("script").asText()).contains("witnesses");
    }

    @Test
    void theSchemaIsTheDocumentedOne() throws IOException {
        assertThat(run("schema").out())
                .isEqualTo(Files.readString(Path.of("../docs/reference/policy-file.schema.json")));
    }

    @Test
    void completionKnowsSubcommandsAndOptions() {
        Run bash = run("completion", "bash");
        assertThat(bash.code()).isZero();
        assertThat(bash.out()).contains("toolpolicy", "witnesses", "--ignore-case");
    }
}
