package dev.toolpolicy.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.shared.CodeBlock;
import dev.toolpolicy.test.TestApprover;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import notes.NoteTools;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.mcp.annotation.provider.tool.SyncMcpToolProvider;

/** A real server behind HTTP whose tools are the guide's annotated methods, each under the policy above it. */
class AnnotatedServerTest {
    private static final Path GUIDE = Path.of("../../docs/how-to/mcp-in-java.md");
    private static final Path TOOLS = Path.of("src/test/java/notes/NoteTools.java");
    private static final Path THIS = Path.of("src/test/java/dev/toolpolicy/mcp/AnnotatedServerTest.java");

    @TempDir
    private Path folder;

    private final TestApprover approver = new TestApprover();
    /** The common pool may have one thread, and Java's client of HTTP needs it from Java 25 on. */
    private final ExecutorService caller = Executors.newSingleThreadExecutor();

    private McpServers servers;
    private McpSyncClient client;

    @BeforeEach
    void start() throws Exception {
        Files.writeString(Files.createDirectory(folder.resolve("notes")).resolve("a.txt"), "remember the milk");
        Files.writeString(folder.resolve("keys.txt"), "secret");
        servers = new McpServers();
        var transport = HttpServletStreamableServerTransportProvider.builder()
                .mcpEndpoint("/mcp")
                .contextExtractor(McpServers::caller)
                .build();
        serve(transport, folder, approver);
        servers.serve("/mcp", transport);
        client = servers.client("/mcp", "ann").build();
        client.initialize();
    }

    private static void serve(
            HttpServletStreamableServerTransportProvider transport, Path folder, PermissionHandler approver) {
        SyncToolSpecification[] tools = new SyncMcpToolProvider(List.of(new NoteTools(folder)))
                .getToolSpecifications()
                .toArray(SyncToolSpecification[]::new);

        PolicyMcp policy = PolicyMcp.of(
                HostPolicies.of().methods(NoteTools.class).engine(engine -> engine.permission(approver)),
                (engine, caller) -> engine.session((String) caller.get("user")));
        McpServer.sync(transport)
                .capabilities(McpServers.TOOLS)
                .tools(policy.guard(tools))
                .addToolFilter(policy.filter())
                .build();
    }

    @AfterEach
    void stop() throws Exception {
        caller.shutdownNow();
        client.close();
        servers.close();
    }

    private CallToolResult call(String tool, Map<String, Object> arguments) {
        return McpServers.call(client, tool, arguments);
    }

    @Test
    void whatIsAllowedRuns() {
        CallToolResult read = call("read_note", Map.of("path", "notes/a.txt"));
        assertThat(read.isError()).isNotEqualTo(true);
        assertThat(McpServers.text(read)).contains("remember the milk");
        CallToolResult shared = call("share_note", Map.of("path", "a", "person", "ann@office.example"));
        assertThat(McpServers.text(shared)).contains("ann shared a with ann@office.example");
    }

    @Test
    void whatIsDeniedDoesNotRun() {
        CallToolResult read = call("read_note", Map.of("path", "notes/../keys.txt"));
        assertThat(read.isError()).isTrue();
        assertThat(McpServers.text(read)).contains("only files below notes/").doesNotContain("secret");
        assertThat(client.listTools().tools())
                .extracting(Tool::name)
                .containsExactlyInAnyOrder("read_note", "share_note");
        CallToolResult deleted = call("delete_note", Map.of("path", "notes/a.txt"));
        assertThat(deleted.isError()).isTrue();
        assertThat(folder.resolve("notes/a.txt")).exists();
    }

    @Test
    void aPersonIsAskedAndTheCallRunsOnlyIfApproved() throws Exception {
        Map<String, Object> arguments = Map.of("path", "a", "person", "eve@elsewhere.example");
        CompletableFuture<CallToolResult> first =
                CompletableFuture.supplyAsync(() -> call("share_note", arguments), caller);
        ApprovalRequest asked = approver.next();
        assertThat(asked.tool().name()).isEqualTo("share_note");
        assertThat(asked.arguments().toString()).contains("eve@elsewhere.example");
        assertThat(first).isNotDone();
        approver.answer(asked.approve());
        assertThat(McpServers.text(first.get(20, TimeUnit.SECONDS)))
                .contains("ann shared a with eve@elsewhere.example");
        CompletableFuture<CallToolResult> second =
                CompletableFuture.supplyAsync(() -> call("share_note", arguments), caller);
        ApprovalRequest again = approver.next();
        approver.answer(again.decline("not to Eve"));
        CallToolResult declined = second.get(20, TimeUnit.SECONDS);
        assertThat(declined.isError()).isTrue();
        assertThat(McpServers.text(declined)).contains("not to Eve").doesNotContain("shared");
    }

    @Test
    void theCodeOfTheGuideIsHere() throws IOException {
        List<String> blocks = CodeBlock.all(GUIDE).stream()
                .filter(block -> block.section().equals("Rules above the methods"))
                .map(CodeBlock::text)
                .toList();
        assertThat(blocks).hasSize(2).contains(Files.readString(TOOLS));
        String code = squeezed(Files.readString(THIS));
        for (String part : blocks.get(1).split("\n\n")) {
            assertThat(code).contains(squeezed(part));
        }
    }

    private static String squeezed(String code) {
        return code.replaceAll("\\s+", "");
    }
}
