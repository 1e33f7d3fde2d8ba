package dev.toolpolicy.cli.internal.hook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.cli.internal.command.Console;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** Events of Claude Code, and the hook's answers. Each event comes to a command of its own, as in a process of its own. */
final class HookCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String POLICY = """
        [tools.Read.policy]
        run = [{ mode = "allow" }]

        [tools.Write.policy]
        run = [{ arg = "/file_path", glob = "secrets/**", mode = "deny", name = "no-secrets" }, { mode = "allow" }]

        [tools.Edit.policy]
        run = [{ mode = "allow" }]
        requires = [{ tools = ["Read"], key = "/file_path" }]

        [tools.Bash.policy]
        run = [
          { arg = "/command", commands = ["git push *"], mode = "ask" },
          { arg = "/command", commands = ["ls *", "npm test"], mode = "allow" },
          { mode = "deny", reason = "Only ls, npm test and git push." },
        ]

        [tools.WebFetch.policy]
        run = [{ mode = "allow" }]
        requires = [{ tools = ["Bash"] }]

        [tools."mcp__github__*".policy]
        run = [{ mode = "allow" }]
        """;

    @TempDir
    Path folder;

    private Path project;
    private Path policy;
    private int calls;
    private String errors = "";

    @BeforeEach
    void project() throws IOException {
        project = Files.createDirectory(folder.resolve("project"));
        policy = Files.writeString(folder.resolve("tool-policy.toml"), POLICY);
    }

    private record Ran(int code, String out) {}

    private Ran run(byte[] in, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new ByteArrayInputStream(in),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                Ansi.OFF);
        int code = new CommandLine(new HookCommand(console)).execute(arguments);
        errors = err.toString(StandardCharsets.UTF_8);
        return new Ran(code, out.toString(StandardCharsets.UTF_8));
    }

    private Ran hook(String event, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "claude-code",
                "--policy",
                policy.toString(),
                "--store",
                folder.resolve("store").toString()));
        arguments.addAll(List.of(more));
        return run(event.getBytes(StandardCharsets.UTF_8), arguments.toArray(String[]::new));
    }

    private ObjectNode event(String kind, String id, String tool, Object input) {
        ObjectNode event = JSON.createObjectNode()
                .put("session_id", "5f0c")
                .put("transcript_path", "/home/dev/.claude/projects/p/5f0c.jsonl")
                .put("cwd", project.toString())
                .put("permission_mode", "default")
                .put("hook_event_name", kind)
                .put("tool_name", tool)
                .put("tool_use_id", id);
        event.set("tool_input", JSON.valueToTree(input));
        return event;
    }

    private static Object file(Object path) {
        return JSON.createObjectNode().put("file_path", path.toString());
    }

    private static Object command(String line) {
        return JSON.createObjectNode().put("command", line);
    }

    private static Object content(Object path) {
        return JSON.createObjectNode().put("file_path", path.toString()).put("content", "x");
    }

    private static Object edit(Object path) {
        return JSON.createObjectNode()
                .put("file_path", path.toString())
                .put("old_string", "a")
                .put("new_string", "b");
    }

    /** Returns the answer to an event before a call. */
    private String answer(ObjectNode event, String... more) throws IOException {
        Ran ran = hook(event.toString(), more);
        assertThat(ran.code()).as("%s %s", ran.out(), errors).isZero();
        JsonNode output = JSON.readTree(ran.out()).path("hookSpecificOutput");
        assertThat(output.path("hookEventName").asText()).isEqualTo("PreToolUse");
        String reason = output.path("permissionDecisionReason").asText();
        return output.path("permissionDecision").asText() + (reason.isEmpty() ? "" : ": " + reason);
    }

    private String before(String tool, Object input, String... more) throws IOException {
        return answer(event("PreToolUse", "toolu_" + ++calls, tool, input), more);
    }

    /** Reports the end of the last call. */
    private void after(String kind, String tool, Object input, Object response) {
        ObjectNode event = event(kind, "toolu_" + calls, tool, input);
        event.set("tool_response", JSON.valueToTree(response));
        Ran ran = hook(event.toString());
        assertThat(ran.code()).as(errors).isZero();
        assertThat(ran.out()).isEmpty();
    }

    private void succeeded(String tool, Object input) {
        after("PostToolUse", tool, input, JSON.createObjectNode());
    }

    @Test
    void rulesDecide() throws IOException {
        assertThat(before("Read", file(project.resolve("a")))).isEqualTo("allow");
        assertThat(before("Bash", command("ls -l"))).isEqualTo("allow");
        assertThat(before("Bash", command("git push origin"))).startsWith("ask: Tool Policy asks: rule 1");
        assertThat(before("Bash", command("rm -r x")))
                .isEqualTo("deny: Denied by policy: Only ls, npm test and git push.");
        assertThat(before("Write", content(project.resolve("secrets/key"))))
                .startsWith("deny: Denied by rule no-secrets");
        assertThat(before("Grep", JSON.createObjectNode().put("pattern", "x"))).startsWith("ask: ");
        assertThat(before("Read", JSON.createObjectNode().put("file_path", 1))).startsWith("deny: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "[]",
                "null",
                "{}",
                "{\"hook_event_name\":\"Stop\",\"session_id\":\"s\",\"tool_name\":\"Read\",\"tool_input\":{}}",
                "{\"hook_event_name\":\"PreToolUse\",\"session_id\":\"\",\"tool_name\":\"Read\",\"tool_input\":{},\"cwd\":\"/\"}",
                "{\"hook_event_name\":\"PreToolUse\",\"session_id\":\"s\",\"tool_name\":\"Read\",\"tool_input\":[],\"cwd\":\"/\"}",
                "{\"hook_event_name\":\"PreToolUse\",\"session_id\":\"s\",\"tool_name\":\"Read\",\"tool_input\":{\"file_path\":\"/a\"},\"cwd\":\"/no/such/folder\"}",
                "{\"hook_event_name\":\"PreToolUse\",\"session_id\":\"s\",\"tool_name\":\"Bash\",\"tool_name\":\"Read\",\"tool_input\":{\"file_path\":\"/a\"},\"cwd\":\"/\"}",
                "{\"hook_event_name\":\"PreToolUse\",\"session_id\":\"s\",\"tool_name\":\"Read\",\"tool_input\":{\"file_path\":\"/a\"},\"cwd\":\"/\"}"
                    + " {}",
            })
    void anEventThatCannotBeReadBlocks(String event) {
        Ran ran = hook(event);
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        assertThat(errors).startsWith("Tool Policy blocks this call: ");
    }

    @Test
    void everyFailureOfTheHookBlocks() throws IOException {
        String event = event("PreToolUse", "toolu_1", "Read", file(project.resolve("a")))
                .toString();

        assertThat(run(new byte[] {(byte) 0xff}, "claude-code", "--policy", policy.toString())
                        .code())
                .isEqualTo(2);
        assertThat(run(event.getBytes(StandardCharsets.UTF_8), "claude-code").code())
                .isEqualTo(2);
        assertThat(run(event.getBytes(StandardCharsets.UTF_8), "claude-code", "--policy", "missing.toml")
                        .code())
                .isEqualTo(2);

        Files.createDirectory(folder.resolve("store"));
        Files.createDirectory(folder.resolve("store/lock"));
        policy = Files.writeString(policy, POLICY.replace("allow", "alow"));
        assertThat(hook(event).code()).isEqualTo(2);
        assertThat(errors).contains("alow");

        policy = Files.writeString(policy, POLICY + "limits = [{ calls = 1 }]");
        Ran ran = hook(event("PreToolUse", "toolu_2", "mcp__github__x", JSON.createObjectNode())
                .toString());
        assertThat(ran.out() + ran.code()).as("a store that can't be locked").doesNotContain("allow");
    }

    @Test
    void aRequirementCountsCallsThatSucceeded() throws IOException {
        Path a = project.resolve("a");
        assertThat(before("Edit", edit(a))).startsWith("deny: ");
        before("Read", file(a));
        assertThat(before("Edit", edit(a))).as("not yet read").startsWith("deny: ");

        before("Read", file(a));
        after("PostToolUseFailure", "Read", file(a), JSON.createObjectNode());
        assertThat(before("Edit", edit(a))).as("reading failed").startsWith("deny: ");

        before("Read", file(a));
        succeeded("Read", file(a));
        assertThat(before("Edit", edit(project.resolve("b"))))
                .as("another file")
                .startsWith("deny: ");
        assertThat(before("Edit", edit(a))).isEqualTo("allow");
    }

    @ParameterizedTest
    @ValueSource(strings = {"isError", "is_error", "interrupted"})
    void aResponseThatReportsAFailureDoesNotCount(String member) throws IOException {
        Path a = project.resolve("a");
        before("Read", file(a));
        after("PostToolUse", "Read", file(a), JSON.createObjectNode().put(member, true));
        assertThat(before("Edit", edit(a))).startsWith("deny: ");
        before("Read", file(a));
        after("PostToolUse", "Read", file(a), JSON.createObjectNode().put(member, false));
        assertThat(before("Edit", edit(a))).isEqualTo("allow");
    }

    @Test
    void aDirectoryThatALinkLeadsToIsOutside() throws IOException {
        Files.createSymbolicLink(project.resolve("link"), folder);
        ObjectNode event = event("PreToolUse", "toolu_1", "Bash", command("ls"));
        event.put("cwd", project.resolve("link").toString());
        assertThat(answer(event, "--workspace", project.toString())).startsWith("ask: ");
    }

    @Test
    void aCallThatMayNotHaveRunAsJudgedDoesNotCount() throws IOException {
        Path a = project.resolve("a");
        succeeded("Read", file(a));
        assertThat(before("Edit", edit(a))).as("never judged").startsWith("deny: ");

        before("Read", file(project.resolve("b")));
        succeeded("Read", file(a));
        assertThat(before("Edit", edit(a))).as("another hook changed it").startsWith("deny: ");

        before("Bash", command("npm test"));
        after(
                "PostToolUse",
                "Bash",
                command("npm test"),
                JSON.createObjectNode().put("backgroundTaskId", "b1"));
        assertThat(before(
                        "WebFetch",
                        JSON.createObjectNode().put("url", "https://a.example").put("prompt", "x")))
                .as("it still runs")
                .startsWith("deny: ");

        before("Bash", command("npm test"));
        succeeded("Bash", JSON.createObjectNode().put("command", "npm test").put("timeout", 1));
        assertThat(before(
                        "WebFetch",
                        JSON.createObjectNode().put("url", "https://a.example").put("prompt", "x")))
                .as("the agent added a default")
                .isEqualTo("allow");
    }

    @Test
    void aCallThatTheUserApprovedCounts() throws IOException {
        assertThat(before("Bash", command("git push"))).startsWith("ask: ");
        succeeded("Bash", command("git push"));
        assertThat(before(
                        "WebFetch",
                        JSON.createObjectNode().put("url", "https://a.example").put("prompt", "x")))
                .isEqualTo("allow");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bypassPermissions", "dontAsk", "auto", "new"})
    void whereNobodyIsAskedACallThatNeedsApprovalIsDenied(String mode) throws IOException {
        ObjectNode event = event("PreToolUse", "toolu_1", "Bash", command("git push"));
        assertThat(answer(event.put("permission_mode", mode)))
                .isEqualTo("deny: Not run: this call needs approval, and in the permission mode \"" + mode
                        + "\" no person is asked.");
        event = event("PreToolUse", "toolu_2", "Bash", command("ls"));
        assertThat(answer(event.put("permission_mode", mode))).isEqualTo("allow");
    }

    @Test
    void filesOfThePolicyNeedApproval() throws IOException {
        assertThat(before("Write", content(project.resolve("a")))).isEqualTo("allow");
        List<Object> guarded = List.of(
                policy,
                project.resolve(".claude/settings.json"),
                project.resolve(".claude/../.claude/settings.local.json"),
                folder.resolve("store/x.json"),
                folder.resolve("audit.jsonl"),
                System.getProperty("user.home") + "/.claude/settings.json",
                "~/.claude/settings.json");
        for (Object file : guarded) {
            assertThat(before(
                            "Write",
                            content(file),
                            "--workspace",
                            folder.toString(),
                            "--audit",
                            folder.resolve("audit.jsonl").toString()))
                    .as("%s", file)
                    .startsWith("ask: ");
        }
    }

    @Test
    void eachCallThatEndedHasALineOfTheAudit() throws IOException {
        Path audit = folder.resolve("audit.jsonl");
        before("Bash", command("rm x"), "--audit", audit.toString());
        before("Read", file(project.resolve("a")));
        ObjectNode after = event("PostToolUse", "toolu_" + calls, "Read", file(project.resolve("a")));
        assertThat(hook(after.toString(), "--audit", audit.toString()).code()).isZero();

        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(audit)) {
            lines.add(JSON.readTree(line));
        }
        assertThat(lines).extracting(line -> line.path("tool").asText()).containsExactly("Bash", "Read");
        assertThat(lines).extracting(line -> line.path("verdict").asText()).containsExactly("denied", "ran");
    }

    @Test
    void pathsAreThoseThatTheAgentMeans() throws IOException {
        Path below = Files.createDirectories(project.resolve("secrets/below"));
        Files.createSymbolicLink(project.resolve("link"), project.resolve("secrets"));
        String workspace = project.toString();
        assertThat(before("Write", content(project.resolve("link/key")))).startsWith("deny: ");
        assertThat(before("Write", content(folder.resolve("outside")))).startsWith("ask: ");

        ObjectNode event = event("PreToolUse", "toolu_90", "Write", content("key"));
        assertThat(answer(event.put("cwd", below.toString()), "--workspace", workspace))
                .startsWith("deny: ");
        event = event("PreToolUse", "toolu_91", "Bash", command("ls"));
        assertThat(answer(event.put("cwd", folder.toString()), "--workspace", workspace))
                .startsWith("ask: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {" /etc/passwd", "\n~/.claude/settings.json", "\u00a0.claude/settings.json", "a ", "\ufeffa"})
    void aPathWithBlanksAroundItIsDenied(String path) throws IOException {
        assertThat(before("Write", content(path))).startsWith("deny: ").contains("/file_path");
    }

    @Test
    void aRelativePathNeedsNoDirectory() throws IOException {
        ObjectNode event = event("PreToolUse", "toolu_1", "Write", content("secrets/key"));
        assertThat(answer(event.put("cwd", ""))).startsWith("deny: Denied by rule no-secrets");
    }

    @Test
    void anEmptyWorkspaceBlocks() {
        String event = event("PreToolUse", "toolu_1", "Read", file("a")).toString();
        assertThat(hook(event, "--workspace", "").code()).isEqualTo(2);
    }

    @Test
    void toolsOfServersNameNoGuardedFile() throws IOException {
        ObjectNode input = JSON.createObjectNode();
        assertThat(before("mcp__github__put", input.put("path", "src/a"))).isEqualTo("allow");
        Files.createDirectory(project.resolve(".claude"));
        Files.createSymbolicLink(project.resolve("link"), project.resolve(".claude"));
        for (String path : List.of(
                ".claude/settings.json",
                project + "/.claude/settings.json",
                "~/.claude/settings.json",
                "link/settings.json",
                policy.toString())) {
            assertThat(before("mcp__github__put", input.put("path", path)))
                    .as(path)
                    .startsWith("ask: ");
            ObjectNode nested = JSON.createObjectNode();
            nested.putArray("files").addObject().put("path", path);
            assertThat(before("mcp__github__put", nested)).as(path).startsWith("ask: ");
        }
    }

    @Test
    void toolsThatNobodyKnowsAreDenied() throws IOException {
        Object none = JSON.createObjectNode();
        assertThat(before("LaunchMissiles", none)).startsWith("deny: ");
        assertThat(before("LaunchMissiles", none, "--ask-unknown")).startsWith("ask: ");
        assertThat(before("mcp__github__list", none)).isEqualTo("allow");
        assertThat(before("mcp__other__list", none)).startsWith("ask: ");
    }

    @Test
    void limitsCountAcrossProcesses() throws IOException {
        Files.writeString(policy, "[tools.TodoWrite.policy]\nrun = [{ mode = \"allow\" }]\nlimits = [{ calls = 2 }]\n");
        Object none = JSON.createObjectNode().set("todos", JSON.createArrayNode());
        assertThat(before("TodoWrite", none)).isEqualTo("allow");
        assertThat(before("TodoWrite", none)).isEqualTo("allow");
        assertThat(before("TodoWrite", none)).startsWith("deny: ");
    }
}
