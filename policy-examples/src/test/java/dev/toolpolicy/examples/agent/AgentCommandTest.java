package dev.toolpolicy.examples.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.page.ApprovalPage;
import dev.toolpolicy.shared.BriefJava;
import dev.toolpolicy.test.replay.Exchange;
import dev.toolpolicy.test.replay.Replay;
import dev.toolpolicy.test.replay.ReplayServer;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.ParameterException;

/** The agent where there is no terminal, and what it says of what can't be done. */
@Timeout(120)
class AgentCommandTest {
    @TempDir
    private Path folder;

    @TempDir
    private Path temporary;

    /** A run of the program, as its own process: its exit code and all it said. */
    private record Run(int code, String said) {}

    private Run run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(BriefJava.command(
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                AgentMain.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Run(process.exitValue(), said);
    }

    private Path script(String json) throws IOException {
        return Files.writeString(folder.resolve("script.json"), json);
    }

    @Test
    void withoutATerminalCallsAreDeclined() throws Exception {
        Run run = run();
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.said())
                .contains("agent: there is no terminal to ask at: start it in one, or with --page 0 to ask on a page");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "--colour|Unknown option: '--colour'",
                "--page|Missing required parameter for option '--page' (PORT)",
                "--page 70000|--page needs a number from 0 to 65535, not 70000",
                "--pause soon|Invalid value for option '--pause': 'soon' is not an int",
                "--pause 10001|--pause needs a number from 0 to 10000, not 10001",
                "--url example.invalid --model m|--url needs a whole address, such as https://HOST/v1/chat/completions",
                "--url https://example.invalid/v1/messages|--url needs --model NAME",
                "--api soap|Invalid value for option '--api'"
            })
    void aWrongCommandLineIsSaidInALine(String arguments, String message) {
        assertThatThrownBy(() -> AgentOptions.read(List.of(arguments.split(" "))))
                .isInstanceOf(ParameterException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void missingOrTakenOptionsGetAHint() throws Exception {
        assertThat(run("--page", "0", "--folder", "nowhere").said())
                .contains("agent: there is no folder nowhere: make it, or name another with --folder");
        Path policy = Files.writeString(folder.resolve("policy.toml"), "[tools.bash.policy]\nrn = \"ask\"\n");
        Run wrong = run("--page", "0", "--folder", folder.toString(), "--policy", policy.toString(), "--task", "x");
        assertThat(wrong.code()).isEqualTo(1);
        assertThat(wrong.said())
                .contains("policy.toml:2:1: error: [toolpolicy/unknown-key]", "help: did you mean \"run\"?");
        try (ApprovalPage page = ApprovalPage.open(0)) {
            String port = String.valueOf(page.address().getPort());
            Run taken = run("--page", port, "--folder", folder.toString(), "--task", "x");
            assertThat(taken.code()).isEqualTo(1);
            assertThat(taken.said())
                    .contains("agent: port " + port + " is in use: choose another, or 0 for any that is free");
        }
    }

    @Test
    void whatIsNotAScriptIsSaidToBeNone() throws IOException {
        assertNotAScript(folder.resolve("nowhere.json"), "there is no script " + folder.resolve("nowhere.json"));
        Path script = script("{");
        assertNotAScript(script, script + " is not JSON");
        script("{}");
        assertNotAScript(script, "is not a script: a script is a JSON array");
    }

    private static void assertNotAScript(Path file, String message) {
        assertThatThrownBy(() -> ScriptedModel.read(file, Duration.ZERO))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(message);
    }

    /** Of a call that was cut, too, as far as it had come. */
    @Test
    void theModelIsRemindedOfItsCalls() throws Exception {
        String calls = """
            data: {"choices":[{"index":0,"delta":{"content":"A note.","tool_calls":[{"index":0,"id":"c1","function":{"name":"fs_create_file","arguments":"{\\"path\\":\\"docs/a.md\\",\\"content\\":\\"x\\"}"}}]}}]}

            data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"c2","function":{"name":"fs_create_file","arguments":"{\\"path\\":\\"docs/b.md\\",\\"content\\":\\"y"}}]},"finish_reason":"length"}]}

            """;
        String bye =
                "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Bye.\"},\"finish_reason\":\"stop\"}]}\n\n";
        try (ReplayServer server = ReplayServer.start()) {
            server.play(Replay.events(calls));
            Exchange second = server.play(Replay.events(bye));
            Run run = run(
                    "--page",
                    "0",
                    "--folder",
                    folder.toString(),
                    "--task",
                    "note",
                    "--model",
                    "m",
                    "--url",
                    server.uri().resolve("/v1/chat/completions").toString());
            assertThat(run.code()).as(run.said()).isZero();
            JsonNode said = new ObjectMapper()
                    .readTree(second.request(Duration.ofSeconds(20)).body())
                    .path("messages")
                    .get(1);
            assertThat(said.path("content").asText()).isEqualTo("A note.");
            assertThat(said.path("tool_calls").findValuesAsText("id")).containsExactly("c1", "c2");
            assertThat(said.path("tool_calls").findValuesAsText("arguments"))
                    .containsExactly("{\"path\":\"docs/a.md\",\"content\":\"x\"}", "{\"path\":\"docs/b.md\"}");
        }
    }

    @Test
    void allowedCallsRunWithoutATerminal() throws Exception {
        Files.createDirectories(folder.resolve("docs"));
        Path script =
                script("[{\"say\": \"A note.\", \"calls\": [{\"tool\": \"fs_create_file\", \"arguments\": {\"path\":"
                    + " \"docs/a.md\", \"content\": \"note\"}}, {\"tool\": \"bash\", \"arguments\": {\"command\": \"rm"
                    + " -r docs\"}}]}, {\"say\": \"Done.\"}]");
        Run run = run(
                "--page",
                "0",
                "--pause",
                "0",
                "--folder",
                folder.toString(),
                "--script",
                script.toString(),
                "--task",
                "note");
        assertThat(run.code()).as(run.said()).isZero();
        assertThat(run.said())
                .contains(
                        "Questions are asked at http://127.0.0.1:",
                        "fs_create_file ran: wrote 4 characters",
                        "bash denied: Denied by this tool's policy",
                        "Done.");
        assertThat(folder.resolve("docs/a.md")).hasContent("note");
        assertThat(temporary.toFile().listFiles())
                .as("what stays: the log, as it holds a denial")
                .singleElement()
                .satisfies(log -> assertThat(log).content().contains("denied").contains("bash"));
    }
}
