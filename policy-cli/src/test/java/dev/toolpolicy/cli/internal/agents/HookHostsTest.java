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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events of Codex CLI and Gemini CLI, and the hook's answers. */
final class HookHostsTest extends PlayedHook {
    private static final String SHELL = """
        run = [
          { arg = "/command", commands = ["git push *"], mode = "ask" },
          { arg = "/command", commands = ["ls *"], mode = "allow" },
          { mode = "deny", reason = "Only ls and git push." },
        ]
        """;
    private static final String CODEX = "[tools.shell_command.policy]\n" + SHELL + """

        [tools.apply_patch.policy]
        run = [{ mode = "allow" }]

        [tools."mcp__notes__*".policy]
        run = [{ mode = "allow" }]

        [tools.mcp__mail__after_ls.policy]
        run = [{ mode = "allow" }]
        requires = [{ tools = ["shell_command"] }]
        """;
    private static final String GEMINI = "[tools.run_shell_command.policy]\n" + SHELL + """

        [tools.read_file.policy]
        run = [{ arg = "/file_path", glob = "**/.env", mode = "deny" }, { mode = "allow" }]

        [tools.replace.policy]
        run = [{ mode = "allow" }]
        requires = [{ tools = ["read_file"], key = "/file_path" }]

        [tools.web_fetch.policy]
        run = [{ mode = "allow" }]
        requires = [{ tools = ["run_shell_command"] }]
        """;

    @BeforeEach
    void program() {
        System.setProperty("toolpolicy.program", "/opt/toolpolicy");
    }

    @AfterEach
    void forget() {
        System.clearProperty("toolpolicy.program");
    }

    private Ran run(String in, String... arguments) {
        return run(in.getBytes(StandardCharsets.UTF_8), arguments);
    }

    private Ran hook(String host, String text, ObjectNode event) throws IOException {
        Files.writeString(policy, text);
        return run(
                event.toString(),
                host,
                "--policy",
                policy.toString(),
                "--store",
                folder.resolve("store").toString());
    }

    private static ObjectNode arguments(String... namesAndValues) {
        ObjectNode arguments = JSON.createObjectNode();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            arguments.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return arguments;
    }

    // ---- Codex

    private ObjectNode codexEvent(String kind, String id, String tool, ObjectNode input) {
        ObjectNode event = JSON.createObjectNode()
                .put("session_id", "0199")
                .put("turn_id", "turn-1")
                .put("cwd", project.toString())
                .put("hook_event_name", kind)
                .put("model", "gpt-5")
                .put("permission_mode", "default")
                .put("tool_name", tool)
                .put("tool_use_id", id)
                .putNull("transcript_path");
        event.set("tool_input", input);
        return event;
    }

    /** Returns the reason of a denial; empty if the call may run. */
    private String codex(String id, String tool, ObjectNode input) throws IOException {
        Ran ran = hook("codex", CODEX, codexEvent("PreToolUse", id, tool, input));
        assertThat(ran.code()).as(errors).isZero();
        if (ran.out().isEmpty()) {
            return "";
        }
        JsonNode output = JSON.readTree(ran.out()).path("hookSpecificOutput");
        assertThat(output.path("hookEventName").asText()).isEqualTo("PreToolUse");
        assertThat(output.path("permissionDecision").asText()).isEqualTo("deny");
        return output.path("permissionDecisionReason").asText();
    }

    private void codexRan(String id, String tool, ObjectNode input, Object response) throws IOException {
        ObjectNode event = codexEvent("PostToolUse", id, tool, input);
        event.set("tool_response", JSON.valueToTree(response));
        Ran ran = hook("codex", CODEX, event);
        assertThat(ran.code()).as(errors).isZero();
        assertThat(ran.out()).isEmpty();
    }

    /** Codex takes "allow" and "ask" for failures, after which the call goes on: it gets "deny" or nothing. */
    @Test
    void codexIsToldOnlyOfDenials() throws IOException {
        assertThat(codex("1", "Bash", arguments("command", "ls src"))).isEmpty();
        assertThat(codex("2", "Bash", arguments("command", "rm -rf src"))).contains("Only ls and git push.");
        assertThat(codex("3", "Bash", arguments("command", "git push origin")))
                .contains("a hook can't make Codex CLI ask", "git push *");
        assertThat(codex("4", "mcp__notes__read", arguments())).isEmpty();
        assertThat(codex("5", "mcp__other__read", arguments())).contains("a hook can't make Codex CLI ask");
        assertThat(codex("6", "spawn_agent", arguments())).isNotEmpty();
    }

    @Test
    void patchesOfCodexAreJudgedByTheirText() throws IOException {
        String patch = "*** Begin Patch\n*** Update File: src/a.txt\n@@\n-a\n+b\n*** End Patch";
        assertThat(codex("1", "apply_patch", arguments("command", patch))).isEmpty();
        for (String guarded : List.of(".codex/hooks.json", "./.codex/config.toml", policy.toString())) {
            assertThat(codex("2", "apply_patch", arguments("command", patch.replace("src/a.txt", guarded))))
                    .contains("a file of the policy or of the agent's settings");
            assertThat(codex("3", "apply_patch", arguments("command", patch.replace("@@", "*** Move to: " + guarded))))
                    .isNotEmpty();
        }
    }

    private static ObjectNode patch(String header) {
        return arguments("command", "*** Begin Patch\n" + header + "\n@@\n-a\n+b\n*** End Patch");
    }

    /** Codex trims lines by Unicode's white space before it looks for a header. */
    @Test
    void paddedHeadersOfPatchesAreHeaders() throws IOException {
        String blanks =
                "\t\u000b\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
                        + "\u2028\u2029\u202f\u205f\u3000";
        String guarded = "*** Update File: .codex/hooks.json";
        for (int i = 0; i < blanks.length(); i++) {
            String blank = blanks.substring(i, i + 1);
            for (String header : List.of(blank + guarded, guarded + blank)) {
                assertThat(codex("1", "apply_patch", patch(header)))
                        .as("U+%04X", (int) blank.charAt(0))
                        .isNotEmpty();
            }
            assertThat(codex("1", "apply_patch", patch(blank + "*** Update File: ../outside" + blank)))
                    .as("U+%04X", (int) blank.charAt(0))
                    .isNotEmpty();
        }
        assertThat(codex("1", "apply_patch", patch(blanks + "*** Update File: src/a.txt" + blanks)))
                .isEmpty();
        assertThat(codex("1", "apply_patch", patch("*** Update File: x\r/../../outside")))
                .contains("workspace");
        assertThat(codex("1", "apply_patch", patch("*** Update File:  a"))).contains("blank");
    }

    @Test
    void aPatchWithTheNameOfAGuardedFileIsDenied() throws IOException {
        for (String header : List.of(
                "unknown header .codex/hooks.json",
                "*** Update File src/.Codex/./Hooks.json",
                "*** Update File: src/a\n+tool-policy.toml")) {
            assertThat(codex("1", "apply_patch", patch(header))).as(header).contains("names a file of the policy");
        }
        for (String header : List.of("*** Update File: config.toml", "*** Update File: src/hooks.json")) {
            assertThat(codex("1", "apply_patch", patch(header))).as(header).isEmpty();
        }
    }

    @Test
    void patchesOutsideOfTheWorkspaceAreDenied() throws IOException {
        Files.createSymbolicLink(project.resolve("link"), folder);
        for (String path : List.of("/etc/passwd", "../a", "~/a", "link/a", "link/../a", "src/../../a", "a\0b")) {
            for (String header : List.of("Update File", "Add File", "Delete File", "Move to")) {
                assertThat(codex("1", "apply_patch", patch("*** " + header + ": " + path)))
                        .as("%s %s", header, path)
                        .contains("workspace");
            }
        }
        assertThat(codex("1", "apply_patch", patch("*** Add File: " + project + "/src/new")))
                .isEmpty();
        ObjectNode below = codexEvent("PreToolUse", "2", "apply_patch", patch("*** Add File: ../new"))
                .put("cwd", Files.createDirectory(project.resolve("sub")).toString());
        Files.writeString(policy, CODEX);
        assertThat(run(
                                below.toString(),
                                "codex",
                                "--policy",
                                policy.toString(),
                                "--store",
                                folder.resolve("store").toString(),
                                "--workspace",
                                project.toString())
                        .out())
                .isEmpty();
    }

    @Test
    void whatCodexDoesNotSayMeetsNoRequirement() throws IOException {
        assertThat(codex("1", "Bash", arguments("command", "ls src"))).isEmpty();
        codexRan("1", "Bash", arguments("command", "ls src"), "a.txt");
        assertThat(codex("2", "mcp__mail__after_ls", arguments())).contains("shell_command");
        assertThat(codex("3", "mcp__notes__read", arguments())).isEmpty();
        codexRan("3", "mcp__notes__read", arguments(), arguments("content", "fine"));
    }

    // ---- Gemini CLI

    private ObjectNode geminiEvent(String kind, String tool, ObjectNode input) {
        ObjectNode event = JSON.createObjectNode()
                .put("session_id", "7d1e")
                .put("transcript_path", "/home/dev/.gemini/tmp/chats/7d1e.json")
                .put("cwd", project.toString())
                .put("hook_event_name", kind)
                .put("timestamp", "2026-05-04T10:00:00Z")
                .put("tool_name", tool);
        event.set("tool_input", input);
        return event;
    }

    private String gemini(String tool, ObjectNode input) throws IOException {
        Ran ran = hook("gemini", GEMINI, geminiEvent("BeforeTool", tool, input));
        assertThat(ran.code()).as(errors).isZero();
        JsonNode answer = JSON.readTree(ran.out());
        String decision = answer.path("decision").asText();
        assertThat(answer.path("reason").asText().isEmpty()).isEqualTo(decision.equals("allow"));
        return decision + answer.path("reason").asText();
    }

    private void geminiRan(String tool, ObjectNode input, ObjectNode response) throws IOException {
        ObjectNode event = geminiEvent("AfterTool", tool, input);
        event.set("tool_response", response);
        assertThat(hook("gemini", GEMINI, event).code()).as(errors).isZero();
    }

    @Test
    void geminiIsToldToAllowOrDeny() throws IOException {
        assertThat(gemini("run_shell_command", arguments("command", "ls src"))).isEqualTo("allow");
        assertThat(gemini("run_shell_command", arguments("command", "rm -rf src")))
                .startsWith("deny")
                .contains("Only ls and git push.");
        assertThat(gemini("run_shell_command", arguments("command", "git push origin")))
                .startsWith("deny")
                .contains("a hook can't make Gemini CLI ask", "git push *");
        assertThat(gemini("read_file", arguments("file_path", "a/.env"))).startsWith("deny");
        assertThat(gemini("read_file", arguments("file_path", "/etc/passwd"))).startsWith("deny");
        assertThat(gemini("read_file", arguments("file_path", ".gemini/settings.json")))
                .startsWith("deny");
        assertThat(gemini("mcp__notes__read", arguments())).startsWith("deny");
        assertThat(gemini("mcp_notes_read", arguments())).startsWith("deny");
    }

    @Test
    void requirementsCountWhatGeminiSays() throws IOException {
        ObjectNode edit = arguments("file_path", "a.txt", "old_string", "a", "new_string", "b", "instruction", "x");
        ObjectNode read = arguments("file_path", "a.txt");
        assertThat(gemini("replace", edit)).startsWith("deny").contains("read_file");
        gemini("read_file", read);
        ObjectNode failed = arguments("llmContent", "no");
        failed.putObject("error").put("message", "no such file");
        geminiRan("read_file", read, failed);
        assertThat(gemini("replace", edit)).startsWith("deny");
        gemini("read_file", read);
        geminiRan("read_file", read, arguments("llmContent", "a"));
        assertThat(gemini("replace", edit)).isEqualTo("allow");
        ObjectNode list = arguments("command", "ls src");
        gemini("run_shell_command", list);
        geminiRan("run_shell_command", list, arguments("llmContent", "Exit Code: 0"));
        assertThat(gemini("web_fetch", arguments("prompt", "https://example.org")))
                .as("the exit code of a command is not told")
                .startsWith("deny");
    }

    // ---- both

    /** Exit code 2 without a reason on standard error would let the call run. */
    @ParameterizedTest
    @ValueSource(strings = {"codex", "gemini"})
    void everyFailureBlocksWithAReason(String host) throws IOException {
        String claude =
                codexEvent("PostToolUseFailure", "1", "Bash", arguments()).toString();
        Files.writeString(policy, "[tools.x.policy]\nrun = \"allow\"\n");
        List<String> arguments = new ArrayList<>(List.of(host, "--policy", policy.toString(), "--store"));
        arguments.add(folder.resolve("store").toString());
        for (String event : List.of("", "{}", "[]", claude, "{\"hook_event_name\":\"BeforeTool\"}")) {
            Ran ran = run(event, arguments.toArray(String[]::new));
            assertThat(ran.code()).isEqualTo(2);
            assertThat(ran.out()).isEmpty();
            assertThat(errors).startsWith("Tool Policy blocks this call: ");
        }
        Files.writeString(policy, "[tools.x");
        assertThat(run(claude, arguments.toArray(String[]::new)).code()).isEqualTo(2);
        assertThat(errors).isNotBlank();
        assertThat(run(claude, host).code()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"codex PreToolUse PostToolUse 20", "gemini BeforeTool AfterTool 20000"})
    void installAddsTheHookAndUninstallTakesItAway(String words) throws Exception {
        String[] word = words.split(" ");
        Files.writeString(policy, "[tools.x.policy]\nrun = \"allow\"\n");
        Path settings = Files.writeString(project.resolve("settings.json"), "{\"own\":1}");
        String store = folder.resolve("store").toString();
        Ran ran = run(
                "",
                "install",
                word[0],
                "--policy",
                policy.toString(),
                "--store",
                store,
                "--settings",
                settings.toString());
        assertThat(ran.code()).as(errors).isZero();
        assertThat(ran.out().contains("/hooks")).isEqualTo(word[0].equals("codex"));
        JsonNode hooks = JSON.readTree(Files.readString(settings)).path("hooks");
        assertThat(hooks.properties()).hasSize(word[0].equals("codex") ? 2 : 3);
        for (String event : List.of(word[1], word[2])) {
            JsonNode hook = hooks.path(event).at("/0/hooks/0");
            assertThat(hook.path("timeout").asInt()).isEqualTo(Integer.parseInt(word[3]));
            assertThat(hook.properties()).as("no member that the agent refuses").hasSize(3);
            assertThat(hook.path("command").asText())
                    .startsWith("/opt/toolpolicy hook " + word[0] + " --policy ")
                    .endsWith(
                            " || sh -c 'echo Tool Policy blocks this call: the hook failed >&2; exit 2' # toolpolicy");
        }
        Process failing = new ProcessBuilder(
                        "sh", "-c", hooks.path(word[1]).at("/0/hooks/0/command").asText())
                .start();
        assertThat(failing.waitFor()).as("the program is missing").isEqualTo(2);
        assertThat(new String(failing.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("the hook failed");
        assertThat(run("", "uninstall", word[0], "--settings", settings.toString())
                        .code())
                .isZero();
        assertThat(JSON.readTree(Files.readString(settings)))
                .isEqualTo(JSON.createObjectNode().put("own", 1));
    }

    @Test
    void anUnknownAgentIsRefused() {
        assertThat(run("", "install", "cursor", "--policy", policy.toString()).code())
                .isNotZero();
    }
}
