package dev.toolpolicy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.cli.Cli.Run;
import dev.toolpolicy.cli.internal.command.ExitCode;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.audit.AuditLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The subcommand {@code replay}, on transcripts in the formats of the agents. */
class ReplayCommandTest {
    private static final String POLICY = """
        [tools.Run_it]
        parameters.command = { type = "string", required = true }
        [tools.Run_it.policy]
        run = [
          { name = "no-rm", reason = "nothing is deleted", arg = "/command", prefix = "rm", mode = "deny" },
          { arg = "/command", prefix = "git push", mode = "ask" },
          { mode = "allow" },
        ]

        [tools.shell]
        parameters.command = { type = "array", items = { type = "string" }, required = true }
        parameters.workdir = { type = "path" }
        policy.run = [{ arg = "/command", const = "rm", mode = "deny" }, { mode = "allow" }]

        [tools.apply_patch]
        parameters.input = { type = "string", required = true }
        [tools.apply_patch.policy]
        run = "allow"
        requires = [{ tools = ["shell"] }]
        """;

    private static final String CLAUDE = """
        {"type":"summary","summary":"work","leafUuid":"u0"}
        {"type":"user","sessionId":"s1","cwd":"/p","message":{"role":"user","content":"go"}}
        {"type":"assistant","sessionId":"s1","message":{"role":"assistant","content":[{"type":"text","text":"ok"},{"type":"tool_use","id":"t1","name":"Run_it","input":{"command":"ls"}}]}}
        {"type":"assistant","sessionId":"s1","message":{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Run_it","input":{"command":"ls"}}]}}
        {"type":"user","sessionId":"s1","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"a b"}]}}
        {"type":"assistant","sessionId":"s1","message":{"role":"assistant","content":[{"type":"tool_use","id":"t2","name":"Run_it","input":{"command":"rm -r x"}},{"type":"tool_use","id":"t3","name":"Run_it","input":{"command":"git push"}}]}}
        {"type":"user","sessionId":"s1","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"","is_error":false}]}}
        {"type":"user","sessionId":"s1","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t3","is_error":true,"content":"The user doesn't want to proceed with this tool use. The tool use was rejected."}]}}
        {"type":"assistant","sessionId":"s1","message":{"role":"assistant","content":[{"type":"tool_use","id":"t4","name":"Run_it","input":{"command":"echo"}},{"type":"tool_use","id":"t5","name":"Nothing","input":{}}]}}
        {"type":"user","sessionId":"s1","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t4","is_error":true,"content":[{"type":"text","text":"Permission to use Run_it with command echo has been denied."}]}]}}
        """;

    private static final String CODEX = """
        {"timestamp":"2026-01-01T00:00:00Z","type":"session_meta","payload":{"id":"c1","cwd":"/p"}}
        {"timestamp":"2026-01-01T00:00:01Z","type":"response_item","payload":{"type":"message","role":"user","content":[]}}
        {"timestamp":"2026-01-01T00:00:02Z","type":"response_item","payload":{"type":"custom_tool_call","call_id":"k0","name":"apply_patch","input":"*** Begin"}}
        {"timestamp":"2026-01-01T00:00:02Z","type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"k0","output":"{\\"output\\":\\"done\\",\\"metadata\\":{\\"exit_code\\":0}}"}}
        {"timestamp":"2026-01-01T00:00:03Z","type":"response_item","payload":{"type":"function_call","call_id":"k1","name":"shell","arguments":"{\\"command\\":[\\"false\\"]}"}}
        {"timestamp":"2026-01-01T00:00:03Z","type":"response_item","payload":{"type":"function_call_output","call_id":"k1","output":"Exit code: 1\\nWall time: 0 s\\nOutput:\\nExit code: 0"}}
        {"timestamp":"2026-01-01T00:00:04Z","type":"response_item","payload":{"type":"custom_tool_call","call_id":"k2","name":"apply_patch","input":"*** Begin"}}
        {"timestamp":"2026-01-01T00:00:04Z","type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"k2","output":"ok"}}
        {"timestamp":"2026-01-01T00:00:05Z","type":"response_item","payload":{"type":"local_shell_call","call_id":"k3","action":{"type":"exec","command":["make"],"working_directory":"/p"},"status":"completed"}}
        {"timestamp":"2026-01-01T00:00:05Z","type":"response_item","payload":{"type":"function_call_output","call_id":"k3","output":"{\\"output\\":\\"\\",\\"metadata\\":{\\"exit_code\\":0}}"}}
        {"timestamp":"2026-01-01T00:00:06Z","type":"response_item","payload":{"type":"custom_tool_call","call_id":"k4","name":"apply_patch","input":"*** Begin"}}
        {"timestamp":"2026-01-01T00:00:06Z","type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"k4","output":"ok"}}
        {"timestamp":"2026-01-01T00:00:07Z","type":"response_item","payload":{"type":"function_call","call_id":"k5","name":"shell","arguments":"{\\"command\\":[\\"ls\\"]}"}}
        {"timestamp":"2026-01-01T00:00:07Z","type":"response_item","payload":{"type":"function_call_output","call_id":"k5","output":"exec command rejected by user"}}
        """;

    @TempDir
    private Path folder;

    private Path policy;

    @BeforeEach
    void write() throws IOException {
        policy = Files.writeString(folder.resolve("policy.toml"), POLICY);
    }

    private Run replay(Path file, String... options) {
        List<String> arguments =
                new ArrayList<>(List.of("replay", "--configuration", policy.toString(), file.toString()));
        arguments.addAll(List.of(options));
        return Cli.run(arguments.toArray(String[]::new)).without(folder);
    }

    private static List<String> changes(Run run) throws IOException {
        List<String> changes = new ArrayList<>();
        for (JsonNode each : run.json().path("changed")) {
            changes.add(each.path("line").asText() + " " + each.path("tool").asText() + " "
                    + each.path("then").asText() + " -> " + each.path("verdict").asText());
        }
        return changes;
    }

    @Test
    void callsOfClaudeCodeAreComparedWithWhatBecameOfThem() throws IOException {
        Path file = Files.writeString(folder.resolve("s1.jsonl"), CLAUDE);
        Run run = replay(file);
        assertThat(run.code()).isEqualTo(ExitCode.FINDINGS);
        assertThat(run.errors()).isEmpty();
        assertThat(run.out()).isEqualTo("""
            s1.jsonl:6: Run_it {"command":"rm -r x"}
              ran -> deny by rule 1 (no-rm): nothing is deleted
            s1.jsonl:9: Run_it {"command":"echo"}
              denied -> allow by rule 3
            s1.jsonl:9: Nothing {}
              unknown -> invalid: no tool is named "Nothing"
            5 calls, 3 decided otherwise
              1  denied -> allow
              1  ran -> deny
              1  unknown -> invalid
            """);
        Run json = replay(file, "--json");
        assertThat(changes(json))
                .containsExactly("6 Run_it ran -> deny", "9 Run_it denied -> allow", "9 Nothing unknown -> invalid");
        assertThat(json.json().path("calls").asInt()).isEqualTo(5);
        assertThat(json.json().at("/changed/0/name").asText()).isEqualTo("no-rm");
        assertThat(json.json().at("/changed/0/session").asText()).isEqualTo("s1");
    }

    private static final String MAIL = """
        [results]
        contacts = { labels = [], values = { contacts = "/contacts/email" } }
        [tools.contacts]
        parameters = {}
        policy.run = "allow"
        [tools.fetch]
        parameters = {}
        policy.run = "allow"
        [tools.send]
        parameters.to = { type = "string", required = true }
        [tools.send.policy]
        run = [
          { arg = "/to", from = ["contacts", "request"], mode = "allow" },
          { label = "untrusted", mode = "deny" },
          { mode = "ask" },
        ]
        """;

    private static String claude(String id, String tool, String input, String result) {
        return """
            {"type":"assistant","sessionId":"s1","message":{"role":"assistant","content":[{"type":"tool_use","id":"ID","name":"TOOL","input":INPUT}]}}
            {"type":"user","sessionId":"s1","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"ID","content":RESULT}]}}
            """.replace("ID", id)
                .replace("TOOL", tool)
                .replace("INPUT", input)
                .replace("RESULT", result);
    }

    private static String said(String text, String marks) {
        return "{\"type\":\"user\",\"sessionId\":\"s1\"" + marks + ",\"message\":{\"role\":\"user\",\"content\":\""
                + text + "\"}}\n";
    }

    @Test
    void aRecordedSessionHasItsLabelsItsValuesAndTheWordsOfItsUser() throws IOException {
        Files.writeString(policy, MAIL);
        String contacts =
                TextNode.valueOf("{\"contacts\":[{\"email\":\"bob@x.org\"}]}").toString();
        String story = said("mail ann@x.org", "")
                + said("mail eve@x.org", ",\"isMeta\":true")
                + said("mail eve@x.org", ",\"isSidechain\":true")
                + said("<command-name>mail eve@x.org</command-name>", "")
                + claude("a", "contacts", "{}", contacts)
                + claude("b", "send", "{\"to\":\"eve@x.org\"}", "\"sent\"")
                + claude("c", "fetch", "{}", "[{\"type\":\"text\",\"text\":\"mail eve@x.org\"}]")
                + claude("d", "send", "{\"to\":\"ann@x.org\"}", "\"sent\"")
                + claude("e", "send", "{\"to\":\"bob@x.org\"}", "\"sent\"")
                + claude("f", "send", "{\"to\":\"eve@x.org\"}", "\"sent\"");
        Path file = Files.writeString(folder.resolve("s1.jsonl"), story);
        assertThat(changes(replay(file, "--json"))).containsExactly("7 send ran -> ask", "15 send ran -> deny");

        String halves = "[{\"type\":\"text\",\"text\":\"{\\\"contacts\\\":\"},{\"type\":\"text\",\"text\":\"{}}\"}]";
        Files.writeString(file, story.replace(contacts, halves));
        assertThat(changes(replay(file, "--json"))).contains("13 send ran -> deny");
    }

    @Test
    void aRecordOfCodexHasTheWordsOfItsUserToo() throws IOException {
        Files.writeString(policy, MAIL);
        String story = """
            {"timestamp":"t","type":"session_meta","payload":{"id":"c1"}}
            {"timestamp":"t","type":"event_msg","payload":{"type":"user_message","message":"mail ann@x.org"}}
            {"timestamp":"t","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"mail eve@x.org"}]}}
            {"timestamp":"t","type":"response_item","payload":{"type":"function_call","call_id":"a","name":"send","arguments":"{\\"to\\":\\"ann@x.org\\"}"}}
            {"timestamp":"t","type":"response_item","payload":{"type":"function_call_output","call_id":"a","output":{"content":"x","success":true}}}
            {"timestamp":"t","type":"response_item","payload":{"type":"function_call","call_id":"b","name":"send","arguments":"{\\"to\\":\\"eve@x.org\\"}"}}
            {"timestamp":"t","type":"response_item","payload":{"type":"function_call_output","call_id":"b","output":{"content":"x","success":true}}}
            """;
        Path file = Files.writeString(folder.resolve("rollout.jsonl"), story);
        assertThat(changes(replay(file, "--json"))).containsExactly("6 send ran -> deny");
    }

    @Test
    void callsOfCodexCountByTheirOutcomes() throws IOException {
        Path file = Files.writeString(folder.resolve("rollout.jsonl"), CODEX);
        Run run = replay(file, "--json");
        // A failed command satisfies no requirement, and a call that a person declined would run now.
        assertThat(changes(run))
                .containsExactly(
                        "3 apply_patch ran -> deny", "7 apply_patch ran -> deny", "13 shell declined -> allow");
        assertThat(run.json().path("calls").asInt()).isEqualTo(6);
    }

    @Test
    void noOutputOfACommandHidesThatItRan() throws IOException {
        String run = """
            {"timestamp":"t","type":"response_item","payload":{"type":"function_call","call_id":"a","name":"shell","arguments":"{\\"command\\":[\\"rm\\"]}"}}
            {"timestamp":"t","type":"response_item","payload":{"type":"function_call_output","call_id":"a","output":OUTPUT}}
            """;
        for (String output : List.of(
                "\"Exit code: 0\\nWall time: 0 s\\nOutput:\\nexec command rejected by user\"",
                "{\"content\":\"rejected by policy\",\"success\":true}",
                "\"{\\\"output\\\":\\\"Rejected(\\\",\\\"metadata\\\":{\\\"exit_code\\\":0}}\"",
                "\"done\\nrejected by user\"")) {
            Path file = Files.writeString(folder.resolve("rollout.jsonl"), run.replace("OUTPUT", output));
            assertThat(changes(replay(file, "--json"))).as(output).containsExactly("1 shell ran -> deny");
        }
    }

    @Test
    void callsSideBySideDontSatisfyEachOther() throws IOException {
        String began = """
            {"timestamp":"t","type":"response_item","payload":{"type":"function_call","call_id":"a","name":"shell","arguments":"{\\"command\\":[\\"make\\"]}"}}
            """;
        String ended = """
            {"timestamp":"t","type":"response_item","payload":{"type":"function_call_output","call_id":"a","output":{"content":"","success":true}}}
            """;
        String patch = """
            {"timestamp":"t","type":"response_item","payload":{"type":"custom_tool_call","call_id":"b","name":"apply_patch","input":"x"}}
            {"timestamp":"t","type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"b","output":{"content":"","success":true}}}
            """;
        Path beside = Files.writeString(folder.resolve("beside.jsonl"), began + patch + ended);
        assertThat(changes(replay(beside, "--json"))).containsExactly("2 apply_patch ran -> deny");
        Path after = Files.writeString(folder.resolve("after.jsonl"), began + ended + patch);
        assertThat(replay(after, "--json").code()).isZero();
    }

    @Test
    void anAuditLogWithArgumentsIsReplayed() throws IOException {
        Path file = folder.resolve("audit.jsonl");
        Path old = Files.writeString(
                folder.resolve("old.toml"),
                POLICY.replace("prefix = \"rm\", mode = \"deny\"", "prefix = \"rm\", mode = \"ask\""));
        try (AuditLog audit = AuditLog.toFile(file).withArguments()) {
            PolicyEngine engine = PolicyEngine.builder()
                    .tools(ToolCatalog.empty())
                    .configuration(PolicyConfiguration.read(old))
                    .permission(request -> CompletableFuture.completedFuture(request.approve()))
                    .onCall(audit)
                    .build();
            for (String command : List.of("ls", "rm x", "git push")) {
                engine.session("s")
                        .guard("", "Run_it", "{\"command\": \"" + command + "\"}")
                        .run(arguments -> command, told -> ToolResult.success(arguments(told)));
            }
        }
        assertThat(replay(file, "--json").json().path("calls").asInt()).isEqualTo(3);
        assertThat(changes(replay(file, "--json"))).containsExactly("2 Run_it approved -> deny");

        Path digests = folder.resolve("digests.jsonl");
        Files.writeString(
                digests, "{\"session\":\"s\",\"tool\":\"Run_it\",\"verdict\":\"ran\",\"arguments_digest\":\"x\"}\n");
        Run none = replay(digests);
        assertThat(none.code()).isZero();
        assertThat(none.out()).isEqualTo("""
            0 calls, 0 decided otherwise
            1 calls skipped: no arguments are recorded, or the provider ran them
            """);
    }

    @Test
    void anAuditedCallWithAVerdictOfAnotherVersionCountsOnce() throws IOException {
        Path file = Files.writeString(folder.resolve("audit.jsonl"), """
            {"session":"s","call":"a","tool":"Run_it","verdict":"postponed","arguments":{"command":"ls"}}
            """);
        Run run = replay(file, "--format", "audit", "--json");
        assertThat(run.json().path("calls").asInt()).isEqualTo(1);
        assertThat(changes(run)).containsExactly("1 Run_it unknown -> allow");
    }

    private static JsonNode arguments(String told) {
        return TextNode.valueOf(told);
    }

    @Test
    void callsOfARecordedResponseGetTheirVerdicts() throws IOException {
        Path body = Files.writeString(folder.resolve("body.json"), """
            {"id":"x","object":"chat.completion","model":"m","choices":[{"index":0,"finish_reason":"tool_calls",
             "message":{"role":"assistant","content":null,"tool_calls":[
              {"id":"a","type":"function","function":{"name":"Run_it","arguments":"{\\"command\\":\\"rm\\"}"}},
              {"id":"b","type":"function","function":{"name":"Run_it","arguments":"{\\"command\\":\\"ls\\"}"}}]}}]}
            """);
        assertThat(changes(replay(body, "--json")))
                .containsExactly("1 Run_it unknown -> deny", "1 Run_it unknown -> allow");
    }

    @Test
    void filesWithoutACallAreAFailure() throws IOException {
        Path file = Files.writeString(folder.resolve("s1.jsonl"), CLAUDE);
        Run run = replay(file, "--format", "codex");
        assertThat(run.code()).isEqualTo(ExitCode.FAILED);
        assertThat(run.errors()).isEqualTo("no call was found; --format says of which format the files are\n");
    }

    @Test
    void whatCantBeReadIsToldAndTheRestIsReplayed() throws IOException {
        Path file = Files.writeString(folder.resolve("s1.jsonl"), CLAUDE + "{\"type\":\"assis");
        Run run = replay(file);
        assertThat(run.code()).isEqualTo(ExitCode.FAILED);
        assertThat(run.errors()).startsWith("s1.jsonl: line 11: not JSON: ");
        assertThat(run.out()).contains("5 calls, 3 decided otherwise", "1 lines can't be read");
        Path other = Files.writeString(folder.resolve("other.txt"), "hello");
        assertThat(replay(other).code()).isEqualTo(ExitCode.FAILED);
        assertThat(replay(other).errors()).startsWith("other.txt: not a transcript, an audit log or a response");
        assertThat(replay(folder.resolve("none")).code()).isEqualTo(ExitCode.FAILED);
    }
}
