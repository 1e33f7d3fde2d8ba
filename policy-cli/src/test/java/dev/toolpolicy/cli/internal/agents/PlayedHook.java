package dev.toolpolicy.cli.internal.agents;

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
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** Events of Claude Code. Each comes to a command of its own, as in a process of its own. */
abstract class PlayedHook {
    static final ObjectMapper JSON = new ObjectMapper();
    static final String POLICY = """
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

    Path project;
    Path policy;
    int calls;
    String errors = "";

    @BeforeEach
    void project() throws IOException {
        project = Files.createDirectory(folder.resolve("project"));
        policy = Files.writeString(folder.resolve("tool-policy.toml"), POLICY);
    }

    record Ran(int code, String out) {}

    Ran run(byte[] in, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new ByteArrayInputStream(in),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                () -> Ansi.OFF);
        HookCommand command = new HookCommand(console);
        List<String> words = new ArrayList<>(List.of("hook"));
        words.addAll(List.of(arguments));
        int code = command.answerWritten(words).orElseGet(() -> new CommandLine(command).execute(arguments));
        errors = err.toString(StandardCharsets.UTF_8);
        return new Ran(code, out.toString(StandardCharsets.UTF_8));
    }

    Ran hook(String event, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "claude-code",
                "--policy",
                policy.toString(),
                "--store",
                folder.resolve("store").toString()));
        arguments.addAll(List.of(more));
        return run(event.getBytes(StandardCharsets.UTF_8), arguments.toArray(String[]::new));
    }

    ObjectNode event(String kind, String id, String tool, Object input) {
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

    static Object file(Object path) {
        return JSON.createObjectNode().put("file_path", path.toString());
    }

    static Object command(String line) {
        return JSON.createObjectNode().put("command", line);
    }

    static Object content(Object path) {
        return JSON.createObjectNode().put("file_path", path.toString()).put("content", "x");
    }

    static Object edit(Object path) {
        return JSON.createObjectNode()
                .put("file_path", path.toString())
                .put("old_string", "a")
                .put("new_string", "b");
    }

    /** Returns the answer to an event before a call. */
    String answer(ObjectNode event, String... more) throws IOException {
        Ran ran = hook(event.toString(), more);
        assertThat(ran.code()).as("%s %s", ran.out(), errors).isZero();
        JsonNode output = JSON.readTree(ran.out()).path("hookSpecificOutput");
        assertThat(output.path("hookEventName").asText()).isEqualTo("PreToolUse");
        String reason = output.path("permissionDecisionReason").asText();
        return output.path("permissionDecision").asText() + (reason.isEmpty() ? "" : ": " + reason);
    }

    String before(String tool, Object input, String... more) throws IOException {
        return answer(event("PreToolUse", "toolu_" + ++calls, tool, input), more);
    }

    /** Reports the end of the last call. */
    void after(String kind, String tool, Object input, Object response) {
        ObjectNode event = event(kind, "toolu_" + calls, tool, input);
        event.set("tool_response", JSON.valueToTree(response));
        Ran ran = hook(event.toString());
        assertThat(ran.code()).as(errors).isZero();
        assertThat(ran.out()).isEmpty();
    }

    void succeeded(String tool, Object input) {
        after("PostToolUse", tool, input, JSON.createObjectNode());
    }
}
