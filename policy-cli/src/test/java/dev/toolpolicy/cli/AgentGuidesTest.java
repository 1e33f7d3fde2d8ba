package dev.toolpolicy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.cli.Cli.Run;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.shared.CodeBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the examples of the guides to coding agents and to the MCP gateway. */
class AgentGuidesTest {
    private static final Path HOOK = Path.of("../docs/how-to/claude-code.md");
    private static final Path OTHERS = Path.of("../docs/how-to/codex-and-gemini.md");
    private static final Path GATEWAY = Path.of("../docs/how-to/mcp-gateway.md");

    @TempDir
    private Path folder;

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private Run hook(Path policy, String event) {
        return hook("claude-code", policy, event);
    }

    private Run hook(String agent, Path policy, String event) {
        String[] command = {
            "hook",
            agent,
            "--policy",
            policy.toString(),
            "--store",
            folder.resolve("store").toString()
        };
        return Cli.run(event, command).without(folder);
    }

    @Test
    void theHookAnswersAsItsGuideSays() throws IOException {
        Path policy = write("tool-policy.toml", CodeBlock.texts(HOOK, "toml").get(0));
        String command = CodeBlock.texts(HOOK, "").stream()
                .filter(block -> block.startsWith("echo"))
                .findFirst()
                .orElseThrow();
        String event = command.substring(command.indexOf('{'), command.lastIndexOf('}') + 1)
                .replace("'$PWD'", folder.toString());

        Run run = hook(policy, event);
        assertThat(run.errors()).isEmpty();
        assertThat(run.out()).isEqualTo(CodeBlock.texts(HOOK, "text").get(0));
        assertThat(hook(policy, event.replace("git push origin", "git status")).out())
                .contains("\"allow\"");
    }

    @Test
    void aServerCannotChooseTheHeaderThatTellsClientsApart() throws IOException {
        String policy = write("tool-policy.toml", "").toString();
        String needs = "--client-header needs --upstream, and a header that the server doesn't choose";
        assertThat(Cli.run("mcp", "--policy", policy, "--client-header", "X-User", "--", "none")
                        .errors())
                .contains(needs);
        assertThat(Cli.run(
                                "mcp",
                                "--policy",
                                policy,
                                "--client-header",
                                "mcp-session-id",
                                "--upstream",
                                "http://127.0.0.1:1/mcp")
                        .errors())
                .contains(needs);
    }

    @Test
    void errorsOfAPolicyAreShownAsCheckDoes() throws IOException {
        String policy =
                write("tool-policy.toml", "[tools.\"*\".policy]\nrun = 1\n").toString();
        assertThat(Cli.run("mcp", "--policy", policy, "--", "none").errors())
                .contains("\n    run = 1\n          ^\n")
                .endsWith("the policy has errors\n");
    }

    @Test
    void aServerElsewhereHasAUrl() throws IOException {
        String policy = write("tool-policy.toml", "").toString();
        for (String url : List.of("foo", "localhost:8080/mcp", "file:///mcp")) {
            assertThat(Cli.run("mcp", "--policy", policy, "--upstream", url).errors())
                    .contains("--upstream needs a URL with http or https, not " + url);
        }
    }

    @Test
    void aPortOfTheGatewayHasBounds() throws IOException {
        String policy = write("tool-policy.toml", "").toString();
        for (String port : List.of("-1", "65536")) {
            assertThat(Cli.run("mcp", "--policy", policy, "--page", port, "--", "none"))
                    .isEqualTo(new Run(2, "", "--page needs a number from 0 to 65535, not " + port + "\n"));
            assertThat(Cli.run("mcp", "--policy", policy, "--upstream", "http://127.0.0.1:1/mcp", "--port", port)
                            .errors())
                    .endsWith("--port needs a number from 0 to 65535, not " + port + "\n")
                    .doesNotContain("internal error");
        }
    }

    @Test
    void factsOfTheGuideAreKnown() throws IOException {
        Path policy = write(
                "tool-policy.toml",
                "catalog = \"claude-code\"\n" + CodeBlock.texts(HOOK, "toml").get(1));
        String event = "{\"hook_event_name\": \"PreToolUse\", \"session_id\": \"s\", \"cwd\": \"" + folder
                + "\", \"permission_mode\": \"default\", \"agent_type\": \"AGENT\", \"tool_name\": \"WebFetch\","
                + " \"tool_input\": {\"url\": \"https://a.example\", \"prompt\": \"x\"}}";
        assertThat(PolicyConfiguration.read(policy).problems()).isEmpty();
        PolicyEngine.builder().configuration(PolicyConfiguration.read(policy)).build(); // as check does
        Run run = hook(policy, event.replace("AGENT", "researcher"));
        assertThat(run.out()).as(run.errors()).contains("\"allow\"");
        assertThat(hook(policy, event.replace("AGENT", "writer")).out()).contains("\"ask\"");
        assertThat(hook(policy, event.replace("\"agent_type\": \"AGENT\",", "")).out())
                .contains("\"ask\"");
    }

    @Test
    void theHooksOfOtherAgentsAnswerAsTheirGuideSays() throws IOException {
        List<String> policies = CodeBlock.texts(OTHERS, "toml");
        assertThat(policies).hasSize(2);
        for (String agent : List.of("codex Bash PreToolUse", "gemini run_shell_command BeforeTool")) {
            String[] words = agent.split(" ");
            Path policy = write("tool-policy.toml", policies.get(words[0].equals("codex") ? 0 : 1));
            String event = "{\"hook_event_name\":\"" + words[2] + "\",\"session_id\":\"s\",\"cwd\":\"" + folder
                    + "\",\"tool_name\":\"" + words[1] + "\",\"tool_input\":{\"command\":\"git status\"}}";
            Run allowed = hook(words[0], policy, event);
            assertThat(allowed.errors()).isEmpty();
            assertThat(allowed.out()).doesNotContain("deny");
            assertThat(hook(words[0], policy, event.replace("git status", "git push"))
                            .out())
                    .contains("\"deny\"", "Only git status, git diff and ls.");
            assertThat(CodeBlock.texts(OTHERS, ""))
                    .contains("toolpolicy hook install " + words[0] + " --policy tool-policy.toml\n");
        }
    }

    @Test
    void relativePathsForAServerWithFoldersOfItsOwnAreStopped() throws IOException {
        Path policy = write("tool-policy.toml", CodeBlock.texts(GATEWAY, "toml").get(1));
        Path tools = write(
                "tools.json",
                "[{\"name\": \"read_text_file\", \"inputSchema\": {\"type\": \"object\", \"properties\":"
                        + " {\"path\": {\"type\": \"string\"}}}}]");
        Map<String, String> answers = Map.of(
                "src/x", "deny",
                "./home/me/project/src/x", "deny",
                "~/src/x", "deny",
                "/home/me/project/src/../../other/x", "deny",
                "/home/me/project/src//x", "deny",
                "/home/me/project/src/a/x", "allow");
        answers.forEach((path, answer) -> assertThat(Cli.run(
                                "explain",
                                "--tools",
                                tools.toString(),
                                policy.toString(),
                                "read_text_file",
                                "{\"path\": \"" + path + "\"}")
                        .out())
                .as(path)
                .contains("by the rules: " + answer));
    }

    @Test
    void theFilesOfTheGatewaysGuideAreValid() throws IOException {
        Path policy = write("tool-policy.toml", CodeBlock.texts(GATEWAY, "toml").get(0));
        assertThat(PolicyConfiguration.read(policy).problems()).isEmpty();
        for (Path guide : List.of(HOOK, GATEWAY)) {
            String text = Files.readString(guide);
            String help = Cli.run(guide == HOOK ? "hook claude-code --help".split(" ") : "mcp --help".split(" "))
                    .out();
            for (String line : text.split("\n")) {
                if (line.startsWith("| `--")) {
                    for (String option : line.split("\\|")[1].split(",")) {
                        assertThat(help)
                                .contains(option.strip().replace("`", "").split(" ")[0]);
                    }
                }
            }
        }
    }
}
