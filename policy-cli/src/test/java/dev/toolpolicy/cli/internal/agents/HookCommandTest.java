package dev.toolpolicy.cli.internal.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events of Claude Code, and the hook's answers. */
final class HookCommandTest extends PlayedHook {
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
        assertThat(errors)
                .contains("tool-policy.toml:2:17: [toolpolicy/mode]", "toolpolicy check")
                .doesNotContain("alow");

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
    @ValueSource(strings = {"bypassPermissions", "dontAsk", "auto", "new", ""})
    void whereNobodyIsAskedACallThatNeedsApprovalIsDenied(String mode) throws IOException {
        ObjectNode event = event("PreToolUse", "toolu_1", "Bash", command("git push"));
        assertThat(answer(event.put("permission_mode", mode)))
                .isEqualTo("deny: Not run: this call needs approval, and in the permission mode \"" + mode
                        + "\" no person is asked.");
        event = event("PreToolUse", "toolu_2", "Bash", command("ls"));
        assertThat(answer(event.put("permission_mode", mode))).isEqualTo("allow");
    }

    @Test
    void eachCallThatEndedHasALineOfTheAudit() throws IOException {
        Path audit = folder.resolve("audit.jsonl");
        before("Bash", command("rm x"), "--audit", audit.toString());
        before("Read", file(project.resolve("a")));
        ObjectNode after = event("PostToolUse", "toolu_" + calls, "Read", file(project.resolve("a")));
        assertThat(hook(after.toString(), "--audit", audit.toString()).code()).isZero();

        List<JsonNode> lines = lines(audit);
        assertThat(lines).extracting(line -> line.path("tool").asText()).containsExactly("Bash", "Read");
        assertThat(lines).extracting(line -> line.path("verdict").asText()).containsExactly("denied", "ran");
        assertThat(lines).noneMatch(line -> line.has("arguments"));
    }

    /** A person answers approval requests: an agent's shell is the same user. */
    @Test
    void anAgentDoesNotAnswerItsOwnRequests() throws IOException {
        Path audit = folder.resolve("audit.jsonl");
        policy = Files.writeString(policy, "[tools.'*'.policy]\nrun = 'allow'\nexternal = true\n".replace('\'', '"'));
        String[] options = {"--audit", audit.toString()};
        List<Object> asked = List.of(
                command("toolpolicy approvals approve 7 --store x"),
                command("a=approvals; /opt/bin/toolpolicy $a approve 7"),
                command("java -jar ToolPolicy.jar app''rovals"),
                JSON.valueToTree(Map.of("command", List.of("toolpolicy", "appro\\vals"))),
                JSON.valueToTree(Map.of("line", List.of("toolpolicy", "approvals", "approve"))));
        for (Object each : asked) {
            assertThat(before("mcp__shell__run", each, options))
                    .as(each.toString())
                    .isEqualTo("deny: Not run: a person answers approval requests, not the agent.");
        }
        assertThat(before("mcp__shell__run", command("rm -r " + folder.resolve("store") + "/x"), options))
                .startsWith("deny: Not run: the command names a file or folder that Tool Policy needs");
        assertThat(before("mcp__shell__run", command("git log tool-policies"), options))
                .isEqualTo("allow");
        assertThat(lines(audit))
                .hasSize(asked.size() + 1)
                .allMatch(line -> line.path("decision").path("code").asText().equals("answers-approvals"));
    }

    @Test
    void callsThatNeverReachTheEngineHaveALineOfTheAudit() throws IOException {
        Path audit = folder.resolve("audit.jsonl");
        String[] options = {"--audit", audit.toString()};
        before("LaunchMissiles", JSON.createObjectNode(), options);
        before("Read", file(project.resolve("a ")), options);
        answer(event("PreToolUse", "toolu_2", "Bash", command("git push")).put("permission_mode", "dontAsk"), options);
        hook("no JSON", options);
        String event = event("PreToolUse", "toolu_3", "Read", file(project.resolve("a")))
                .toString();
        policy = Files.writeString(folder.resolve("wrong.toml"), POLICY.replace("allow", "alow"));
        hook(event, options);
        policy = folder.resolve("missing.toml");
        hook(event, options);
        policy = Files.writeString(folder.resolve("tool-policy.toml"), POLICY);
        hook(event, "--audit", audit.toString(), "--workspace", "/no/such/folder");

        assertThat(lines(audit))
                .extracting(line ->
                        line.path("tool").asText() + " " + line.path("verdict").asText() + " "
                                + line.path("decision").path("by").asText() + " "
                                + line.path("decision").path("code").asText())
                .containsExactly(
                        "LaunchMissiles denied rule ",
                        "Read denied validation path-with-blanks",
                        "Bash declined answer ",
                        " invalid validation unreadable-event",
                        "Read denied validation invalid-policy",
                        "Read denied validation invalid-policy",
                        "Read denied validation hook-failed");
        assertThat(lines(audit)).noneMatch(line -> line.has("arguments"));
        assertThat(lines(audit)).allMatch(line -> line.has("ended"));
    }

    @Test
    void theAuditHoldsArgumentsIfItIsTold() throws IOException {
        Path audit = folder.resolve("audit.jsonl");
        String[] options = {"--audit", audit.toString(), "--audit-arguments"};
        before("Bash", command("rm x"), options);
        before("Read", file("a "), options);
        assertThat(lines(audit))
                .extracting(line -> line.path("arguments").toString())
                .containsExactly("{\"command\":\"rm x\"}", "{\"file_path\":\"a \"}");
        assertThat(hook("", "--audit-arguments").code()).isEqualTo(2);
        assertThat(errors).contains("--audit-arguments needs --audit FILE");
    }

    private static List<JsonNode> lines(Path audit) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(audit)) {
            lines.add(JSON.readTree(line));
        }
        return lines;
    }

    @Test
    void toolsThatNobodyKnowsAreDenied() throws IOException {
        Object none = JSON.createObjectNode();
        assertThat(before("LaunchMissiles", none)).startsWith("deny: ").contains("--ask-unknown");
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

    /** The agent gives standard error to the model. */
    @Test
    void errorsOfAPolicyQuoteNothingOfItsFile() throws IOException {
        String event = event("PreToolUse", "toolu_1", "Read", file("a")).toString();
        for (String text : List.of(
                "password = 'hunter2",
                "hunter2:x:0:0",
                "[tools.hunter2",
                "[tools.Read.policy]\nrun = 'hunter2'",
                "[tools.Read.policy]\nrun = [{ arg = '/hunter2', prefix = 'x', mode = 'deny' }]",
                "[tools.Read.policy]\nrequires = [{ tools = ['hunter2'] }]")) {
            Files.writeString(policy, text);
            assertThat(hook(event).code()).as(text).isEqualTo(2);
            assertThat(errors).as(text).doesNotContain("hunter2").contains("tool-policy.toml:", "[toolpolicy/");
        }
    }

    @Test
    void leavingTheSandboxOfTheAgentNeedsApproval() throws IOException {
        ObjectNode outside = JSON.createObjectNode().put("command", "ls src").put("dangerouslyDisableSandbox", true);
        assertThat(before("Bash", outside)).startsWith("ask: ").contains("dangerouslyDisableSandbox");
        assertThat(before("Bash", outside.deepCopy().put("dangerouslyDisableSandbox", false)))
                .isEqualTo("allow");
        Files.writeString(policy, """
            [tools.Bash.policy]
            run = [
              { arg = "/dangerouslyDisableSandbox", const = true, mode = "allow" },
              { mode = "deny" },
            ]
            """);
        assertThat(before("Bash", outside)).isEqualTo("allow");
    }
}
