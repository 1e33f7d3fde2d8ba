package dev.toolpolicy.bom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.shared.CodeBlock;
import dev.toolpolicy.test.replay.Exchange;
import dev.toolpolicy.test.replay.Replay;
import dev.toolpolicy.test.replay.ReplayServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The projects of the guides for hosts, built by Maven from the staged repository alone, and run. */
class HostGuidesTest {
    /** Returns the folder of a guide's project, with files that its tools may read, or not. */
    private static Path project(String guide) throws Exception {
        Path project = MavenProjects.guide(guide);
        Path notes = Files.createDirectories(project.resolve("notes"));
        Files.writeString(notes.resolve("a.txt"), "remember the milk");
        Files.writeString(project.resolve("keys.txt"), "secret");
        return project;
    }

    private static Replay calls(String... calls) {
        return answer("\"content\":null,\"tool_calls\":[" + String.join(",", calls) + "]", "tool_calls");
    }

    private static String call(String id, String tool, String arguments) {
        return "{\"id\":\"" + id + "\",\"type\":\"function\",\"function\":{\"name\":\"" + tool + "\",\"arguments\":\""
                + arguments.replace("\"", "\\\"") + "\"}}";
    }

    private static Replay answer(String message, String reason) {
        return Replay.json("{\"id\":\"1\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"m\",\"choices\":[{"
                + "\"index\":0,\"message\":{\"role\":\"assistant\"," + message + "},\"finish_reason\":\"" + reason
                + "\"}],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1,\"total_tokens\":2}}");
    }

    @Test
    void langChain4j() throws Exception {
        aFileIsReadBeforeItIsWritten("langchain4j");
    }

    @Test
    void policiesOnMethods() throws Exception {
        aFileIsReadBeforeItIsWritten("langchain4j-methods");
    }

    private static void aFileIsReadBeforeItIsWritten(String guide) throws Exception {
        Path project = project(guide);
        try (ReplayServer server = ReplayServer.start()) {
            Exchange first = server.play(calls(
                    call("c1", "writeFile", "{\"path\":\"notes/a.txt\",\"text\":\"too early\"}"),
                    call("c2", "readFile", "{\"path\":\"notes/a.txt\"}"),
                    call("c3", "readFile", "{\"path\":\"notes/../keys.txt\"}"),
                    call("c4", "writeFile", "{\"path\":\"notes/a.txt\"}")));
            Exchange second =
                    server.play(calls(call("c5", "writeFile", "{\"path\":\"notes/a.txt\",\"text\":\"new\"}")));
            server.play(answer("\"content\":\"Done.\"", "stop"));
            Process main = MavenProjects.start(
                    project,
                    Map.of("OPENAI_BASE_URL", server.uri() + "/v1", "OPENAI_API_KEY", "none"),
                    "assistant.Main",
                    "Go on.");
            String printed = new String(main.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(printed).as(errors(project)).isEqualTo("Done.\n");
            assertThat(first.request(Duration.ofSeconds(5)).body())
                    .contains("\"readFile\"", "\"writeFile\"")
                    .doesNotContain("deleteFile");
            assertThat(second.request(Duration.ofSeconds(5)).body())
                    .contains("remember the milk", "only files below notes/", "only after readFile", "text")
                    .doesNotContain("secret");
            assertThat(project.resolve("notes/a.txt")).hasContent("new");
        }
    }

    @Test
    void policiesOnMethodsWithSpring() throws Exception {
        Path project = project("spring-methods");
        try (ReplayServer server = ReplayServer.start()) {
            server.play(calls(
                    call("c1", "sendMail", "{\"to\":\"ann@office.example\",\"text\":\"a\"}"),
                    call("c2", "sendMail", "{\"to\":\"eve@elsewhere.example\",\"text\":\"a\"}"),
                    call("c3", "bookTable", "{\"booking\":{\"restaurant\":\"A\",\"people\":8}}"),
                    call("c4", "bookTable", "{\"booking\":{\"restaurant\":\"B\",\"people\":9}}")));
            Exchange second = server.play(answer("\"content\":\"Done.\"", "stop"));
            assertThat(spring(project, server, "Go on.")).endsWith("Done.\n");
            assertThat(second.request(Duration.ofSeconds(5)).body())
                    .contains("sent to ann@office.example", "Denied", "booked A", "needs a person's approval")
                    .doesNotContain("sent to eve", "booked B");
        }
    }

    @Test
    void aSpringApplication() throws Exception {
        Path project = project("spring");
        try (ReplayServer server = ReplayServer.start()) {
            server.play(calls(
                    call("c1", "sendMail", "{\"to\":\"ann@office.example\",\"text\":\"All is well.\"}"),
                    call("c2", "sendMail", "{\"to\":\"everyone@elsewhere.example\",\"text\":\"All is well.\"}")));
            server.play(answer("\"content\":\"I sent it to Ann. Policies don't allow the other mail.\"", "stop"));
            String said = CodeBlock.texts(Path.of("../docs/how-to/spring-ai.md"), "text")
                    .get(0);
            assertThat(spring(project, server, "Mail the report.")).contains(said.split("\n"));
        }
    }

    private static String spring(Path project, ReplayServer server, String words) throws Exception {
        List<String> command = new ArrayList<>(List.of("office.OfficeApplication"));
        command.add(words);
        Process main = MavenProjects.start(
                project,
                Map.of(
                        "SPRING_AI_OPENAI_BASE_URL",
                        server.uri().toString(),
                        "OPENAI_API_KEY",
                        "none",
                        "SPRING_AI_OPENAI_API_KEY",
                        "none"),
                command.toArray(String[]::new));
        return new String(main.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static Replay chunks(String delta, String reason) {
        String head = "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\","
                + "\"choices\":[{\"index\":0,\"delta\":";
        return Replay.events(head + "{\"role\":\"assistant\"," + delta + "},\"finish_reason\":null}]}\n\n" + head
                + "{},\"finish_reason\":\"" + reason + "\"}]}\n\ndata: [DONE]\n\n");
    }

    private static String piece(int index, String call) {
        return "{\"index\":" + index + "," + call.substring(1);
    }

    @Test
    void openAi() throws Exception {
        Path project = project("openai");
        try (ReplayServer server = ReplayServer.start()) {
            server.play(chunks(
                    "\"tool_calls\":["
                            + piece(0, call("c1", "read_note", "{\"path\":\"notes/a.txt\"}"))
                            + ","
                            + piece(1, call("c2", "read_note", "{\"path\":\"notes/../keys.txt\"}"))
                            + "]",
                    "tool_calls"));
            Exchange second = server.play(chunks("\"content\":\"Done.\"", "stop"));
            Process main = MavenProjects.start(
                    project,
                    Map.of("OPENAI_BASE_URL", server.uri() + "/v1", "OPENAI_API_KEY", "none"),
                    "notes.Main",
                    "Go on.");
            String printed = new String(main.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(printed).as(errors(project)).isEqualTo("Done.\n");
            assertThat(second.request(Duration.ofSeconds(5)).body())
                    .contains("remember the milk", "only files below notes")
                    .doesNotContain("secret");
        }
    }

    private static String block(int index, String id, String tool, String path) {
        return "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":" + index
                + ",\"content_block\":{\"type\":\"tool_use\",\"id\":\"" + id + "\",\"name\":\"" + tool
                + "\",\"input\":{}}}\n\n"
                + "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":" + index
                + ",\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"path\\\":\\\"" + path
                + "\\\"}\"}}\n\n"
                + "event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":" + index + "}\n\n";
    }

    private static Replay message(String blocks, String reason) {
        return Replay.events("event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\","
                + "\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\",\"content\":[],\"stop_reason\":null,"
                + "\"stop_sequence\":null,\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}}\n\n" + blocks
                + "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"" + reason
                + "\",\"stop_sequence\":null},\"usage\":{\"output_tokens\":1}}\n\n"
                + "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n");
    }

    @Test
    void anthropic() throws Exception {
        Path project = project("anthropic");
        try (ReplayServer server = ReplayServer.start()) {
            server.play(message(
                    block(0, "t1", "read_note", "notes/a.txt") + block(1, "t2", "read_note", "keys.txt"), "tool_use"));
            Exchange second = server.play(message("", "end_turn"));
            Process main = MavenProjects.start(
                    project,
                    Map.of("ANTHROPIC_BASE_URL", server.uri().toString(), "ANTHROPIC_API_KEY", "none"),
                    "notes.Main",
                    "Go on.");
            String printed = new String(main.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(printed).as(errors(project)).isEqualTo("\n");
            assertThat(second.request(Duration.ofSeconds(5)).body())
                    .contains("remember the milk", "only files below notes")
                    .doesNotContain("secret");
        }
    }

    @Test
    void mcpServer() throws Exception {
        Path project = project("mcp-in-java");
        Process server = MavenProjects.start(project, Map.of(), "notes.Main");
        try (Writer requests = server.outputWriter(StandardCharsets.UTF_8);
                BufferedReader answers = server.inputReader(StandardCharsets.UTF_8)) {
            send(
                    requests,
                    "\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\","
                            + "\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}");
            assertThat(answers.readLine()).as(errors(project)).contains("\"notes\"");
            send(requests, "\"method\":\"notifications/initialized\"");
            send(requests, "\"id\":2,\"method\":\"tools/list\",\"params\":{}");
            assertThat(answers.readLine()).contains("read_note").doesNotContain("delete_note");
            send(requests, called(3, "read_note", "notes/a.txt"));
            assertThat(answers.readLine()).contains("remember the milk");
            send(requests, called(4, "read_note", "notes/../keys.txt"));
            assertThat(answers.readLine()).contains("\"isError\":true", "only files below notes/");
            send(requests, called(5, "delete_note", "notes/a.txt"));
            assertThat(answers.readLine()).contains("\"isError\":true");
            assertThat(project.resolve("notes/a.txt")).exists();
        } finally {
            server.destroy();
        }
    }

    private static String called(int id, String tool, String path) {
        return "\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                + "\",\"arguments\":{\"path\":\"" + path + "\"}}";
    }

    private static void send(Writer requests, String message) throws IOException {
        requests.write("{\"jsonrpc\":\"2.0\"," + message + "}\n");
        requests.flush();
    }

    private static String errors(Path project) throws IOException {
        return Files.readString(project.resolve("errors.txt"));
    }
}
