package dev.toolpolicy.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.shared.BriefJava;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user's own file, or an invalid command line, leads to one line and an exit code. */
class UserFileTest {
    @TempDir
    private Path folder;

    private String file(String content) throws IOException {
        return Files.writeString(folder.resolve("body.sse"), content).toString();
    }

    private static void assertFailed(int exitCode, String line, String... arguments) {
        assertThat(ProgramRun.of(arguments)).isEqualTo(new ProgramRun(exitCode, "", line + "\n"));
    }

    private void assertUnusable(String file, String reason) {
        assertFailed(ExampleProgram.UNUSABLE_FILE, "cannot play " + file + ": " + reason, file);
    }

    @Test
    void filesThatCannotBeRead() throws IOException {
        String missing = folder.resolve("missing.sse").toString();
        assertUnusable(missing, "there is no such file");
        assertUnusable(folder.toString(), "it is a folder");
        assertUnusable(
                Files.write(folder.resolve("latin"), new byte[] {'{', (byte) 0xE9, '}'})
                        .toString(),
                "it is not UTF-8 text");
        assertFailed(ExampleProgram.UNUSABLE_FILE, "cannot play a\\u0000b: there is no such file", "a\0b");

        Path huge = folder.resolve("huge");
        try (RandomAccessFile sparse = new RandomAccessFile(huge.toFile(), "rw")) {
            sparse.setLength(UserFile.LARGEST + 1);
        }
        assertUnusable(huge.toString(), "it has more than 67,108,864 bytes");
    }

    @Test
    void filesThatHoldNoResponse() throws IOException {
        assertUnusable(file(""), "the body is empty");
        assertUnusable(
                file("# Readme\n"),
                "expected a response of OpenAI chat completions, OpenAI responses or Anthropic messages, as"
                    + " server-sent events or as one JSON object, but found no line that starts with \"data:\" and no"
                    + " JSON object");
        assertUnusable(
                file("data: {\"choices\":[]}\n\ndata: {oops}\n\n"),
                "line 3 is not JSON: Unexpected character ('o' (code 111)): was expecting double-quote to start field"
                        + " name");
    }

    @Test
    void wrongCommandLines() {
        assertFailed(ExampleProgram.USAGE, "expected at most one file, or --help, but got: a b", "a", "b");
        assertFailed(ExampleProgram.USAGE, "expected at most one file, or --help, but got: --fast", "--fast");
        assertFailed(ExampleProgram.USAGE, "expected at most one file, or --help, but got: ", "");
    }

    @Test
    void helpNamesTheFormatsAndTheTools() {
        ProgramRun help = ProgramRun.of("--help");

        assertThat(help.exitCode()).isZero();
        assertThat(help.output())
                .contains(
                        "OpenAI chat completions",
                        "OpenAI responses",
                        "Anthropic messages",
                        "--args=FILE",
                        "NO_COLOR",
                        "deploy, ");
        assertThat(ProgramRun.of("-h")).isEqualTo(help);
    }

    @Test
    void aResponseWithoutCalls() throws IOException {
        ProgramRun run = ProgramRun.of(file("{\"type\":\"message\",\"model\":\"m\",\"stop_reason\":\"end_turn\","
                + "\"content\":[{\"type\":\"text\",\"text\":\"Hello \\u001b[31m there.\"}]}"));

        assertThat(run.exitCode()).isZero();
        assertThat(run.output())
                .contains(
                        "Anthropic messages, m\n", "says: Hello \\u001b[31m there.\n", "The response calls no tool.\n")
                .doesNotContain("Summary");
    }

    @Test
    void unknownToolsAreInvalidAndOthersPlay() throws IOException {
        ProgramRun run = ProgramRun.of(
                file(
                        "{\"object\":\"chat.completion\",\"choices\":[{\"finish_reason\":\"stop\",\"message\":"
                            + "{\"tool_calls\":[{\"id\":\"a\",\"function\":{\"name\":\"format_disk\",\"arguments\":\"{}\"}},"
                            + "{\"id\":\"b\",\"function\":{\"name\":\"get_weather\",\"arguments\":\"{\\\"city\\\":\\\"Rome\\\"}\"}}]}}]}"));

        assertThat(run.exitCode()).isZero();
        assertThat(run.output())
                .contains(
                        "format_disk",
                        "unknown-tool: no tool is named \"format_disk\"",
                        "INVALID",
                        "ALLOWED",
                        "2 calls: 1 allowed, 1 unknown-tool.");
    }

    @Test
    void aCallWithoutTextIsEmptyOnlyIfTheResponseWasWhole() throws IOException {
        String body = "{\"object\":\"chat.completion\",\"choices\":[{\"finish_reason\":\"%s\",\"message\":"
                + "{\"tool_calls\":[{\"id\":\"a\",\"function\":{\"name\":\"test\",\"arguments\":\"\"}}]}}]}";

        assertThat(ProgramRun.of(file(body.formatted("tool_calls"))).output()).contains("1 call: 1 allowed.");
        assertThat(ProgramRun.of(file(body.formatted("length"))).output()).contains("1 call: 1 truncated.");
    }

    @Test
    void callsThatAreNotOursAreNotDecided() throws IOException {
        ProgramRun run = ProgramRun.of(file("{\"object\":\"response\",\"status\":\"completed\",\"output\":["
                + "{\"type\":\"web_search_call\",\"id\":\"ws\"},"
                + "{\"type\":\"custom_tool_call\",\"call_id\":\"c\",\"name\":\"bash\",\"input\":\"rm -rf /\"}]}"));

        assertThat(run.output())
                .contains(
                        "web_search",
                        "THE PROVIDER'S",
                        "bash",
                        "INVALID: it never runs",
                        "2 calls: 1 malformed-json, 1 provider.");
    }

    @Test
    void theProgramItselfExitsWithTheCode() throws IOException, InterruptedException {
        String missing = folder.resolve("missing.sse").toString();
        Process process = new ProcessBuilder(BriefJava.main(Main.class, missing))
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isEqualTo(ExampleProgram.UNUSABLE_FILE);
        assertThat(printed.lines().filter(line -> !line.startsWith("Picked up")))
                .containsExactly("cannot play " + missing + ": there is no such file");
    }
}
