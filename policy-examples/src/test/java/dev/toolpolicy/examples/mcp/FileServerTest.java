package dev.toolpolicy.examples.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.shared.BriefJava;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real server, in a process of its own that all tests ask, and the SDK's real client. */
class FileServerTest {
    @TempDir
    static Path folder;

    private static McpSyncClient client;

    @BeforeAll
    static void start() throws IOException {
        Files.writeString(folder.resolve("notes.txt"), "remember");
        Files.createDirectories(folder.resolve("target"));
        Files.writeString(folder.resolve("target/old.txt"), "old");
        Files.writeString(folder.resolve(".env"), "SECRET");
        Path outside = Files.writeString(folder.resolveSibling(folder.getFileName() + ".txt"), "outside");
        Files.createSymbolicLink(folder.resolve("link.txt"), outside);
        List<String> command = BriefJava.main(FileServerMain.class, folder.toString());
        ServerParameters server = ServerParameters.builder(command.get(0))
                .args(command.subList(1, command.size()))
                .build();
        client = McpClient.sync(new StdioClientTransport(server, McpJsonDefaults.getMapper()))
                .requestTimeout(Duration.ofMinutes(2))
                .initializationTimeout(Duration.ofMinutes(2))
                .build();
        client.initialize();
    }

    @AfterAll
    static void stop() throws IOException {
        client.closeGracefully();
        Files.deleteIfExists(folder.resolveSibling(folder.getFileName() + ".txt"));
    }

    private static CallToolResult call(String tool, Map<String, Object> arguments) {
        return client.callTool(
                CallToolRequest.builder(tool).arguments(arguments).build());
    }

    private static String text(CallToolResult result) {
        assertThat(result.content()).hasSize(1);
        return ((TextContent) result.content().get(0)).text();
    }

    private static void assertRefused(CallToolResult result, String words) {
        assertThat(result.isError()).isTrue();
        assertThat(text(result)).contains(words);
    }

    @Test
    void toolsRunOnlyAsTheirPoliciesLetThem() throws IOException {
        assertThat(client.listTools().tools())
                .extracting(Tool::name)
                .containsExactlyInAnyOrder("fs_list_files", "fs_read_file", "fs_create_file", "fs_delete_file");

        CallToolResult read = call("fs_read_file", Map.of("path", "notes.txt"));
        assertThat(read.isError()).isNotEqualTo(true);
        assertThat(text(read)).isEqualTo("remember");

        CallToolResult created = call("fs_create_file", Map.of("path", "docs/a.txt", "content", "one"));
        assertThat(created.isError()).isNotEqualTo(true);
        assertThat(folder.resolve("docs/a.txt")).hasContent("one");
        assertRefused(call("fs_create_file", Map.of("path", "docs/a.txt", "content", "two")), "FileAlreadyExists");

        assertRefused(
                call("fs_create_file", Map.of("path", ".git/hooks/pre-commit", "content", "rm -rf")),
                "Denied by this tool's policy");
        assertRefused(
                call("fs_create_file", Map.of("path", "docs/../.git/config", "content", "x")),
                "Denied by this tool's policy");
        assertThat(folder.resolve(".git")).doesNotExist();
    }

    @Test
    void callsThatNeedApprovalDoNotRun() {
        assertRefused(call("fs_read_file", Map.of("path", ".env")), "nobody is there to give it");
        assertRefused(call("fs_read_file", Map.of("path", "link.txt")), "nobody is there to give it");
        assertRefused(call("fs_read_file", Map.of("path", "../outside.txt")), "nobody is there to give it");
        assertRefused(
                call("fs_create_file", Map.of("path", "src/a.txt", "content", "x")), "nobody is there to give it");
        assertThat(folder.resolve("src")).doesNotExist();
    }

    @Test
    void filesThatWereReadMayBeDeletedInTheSameSession() {
        assertRefused(call("fs_delete_file", Map.of("path", "target/old.txt")), "fs_read_file");
        assertThat(folder.resolve("target/old.txt")).exists();

        assertThat(text(call("fs_read_file", Map.of("path", "target/old.txt")))).isEqualTo("old");
        assertThat(text(call("fs_delete_file", Map.of("path", "target/../target/old.txt"))))
                .isEqualTo("deleted");
        assertThat(folder.resolve("target/old.txt")).doesNotExist();
    }

    @Test
    void argumentsThatDoNotFitAreErrorsForTheModel() {
        assertRefused(call("fs_read_file", Map.of()), "path");
        assertRefused(call("fs_read_file", Map.of("path", "notes.txt", "owner", "me")), "owner");
        assertRefused(call("fs_read_file", Map.of("path", "notes.txt", "start_line", 1.5)), "start_line");
    }
}
