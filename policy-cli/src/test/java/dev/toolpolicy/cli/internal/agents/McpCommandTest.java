package dev.toolpolicy.cli.internal.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.cli.ToolPolicyMain;
import dev.toolpolicy.jdbc.JdbcLimits;
import dev.toolpolicy.jdbc.JdbcSessionStore;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import dev.toolpolicy.runtime.approval.Approvals;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.shared.BriefJava;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as a process, between the Java SDK's client and its server. */
final class McpCommandTest {
    /** Two processes start before the first answer, on a busy machine too. */
    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    /** Asked in one start, answered beside it with the database's password, run once in the next start. */
    @Test
    void aCallThatWaitsInAStoreRunsOnceItIsApproved() throws IOException {
        Path policy = Files.writeString(folder.resolve("tool-policy.toml"), "[tools.\"*\".policy]\nrun = \"ask\"\n");
        String url = "jdbc:h2:" + folder.resolve("sessions") + ";AUTO_SERVER=TRUE";
        List<String> command = new ArrayList<>(BriefJava.main(
                ToolPolicyMain.class,
                "mcp",
                "--policy",
                policy.toString(),
                "--store",
                url,
                "--user",
                "ops",
                "--session",
                "desk",
                "--"));
        command.addAll(BriefJava.main(EchoServerMain.class, "read"));
        ServerParameters gateway = ServerParameters.builder(command.get(0))
                .args(command.subList(1, command.size()))
                .env(Map.of("TOOLPOLICY_STORE_PASSWORD", "secret"))
                .build();
        assertThat(read(gateway)).contains("waits for a person's approval", "send the same call again");
        JdbcDataSource source = new JdbcDataSource();
        source.setURL(url);
        source.setUser("ops");
        source.setPassword("secret");
        Approvals approvals = Approvals.of(SessionSettings.inMemory()
                .withStore(JdbcSessionStore.on(source, JdbcLimits.defaults().within(Duration.ofMinutes(1)))));
        approvals.approve(approvals.list(ApprovalQuery.pending()).get(0), "ann");
        assertThat(read(gateway))
                .as("the server has no password, with which it could approve its calls")
                .isEqualTo("content of a.txt");
        assertThat(read(gateway)).contains("waits for a person's approval");
    }

    private static String read(ServerParameters gateway) {
        StdioClientTransport transport =
                new StdioClientTransport(gateway, new JacksonMcpJsonMapper(new ObjectMapper()));
        try (McpSyncClient client = McpClient.sync(transport)
                .requestTimeout(LONG)
                .initializationTimeout(LONG)
                .build()) {
            client.initialize();
            return text(client.callTool(CallToolRequest.builder("read")
                    .arguments(Map.of("path", "a.txt"))
                    .build()));
        }
    }

    @Test
    void standsBetweenAClientAndAServer() throws IOException {
        Path files = Files.createDirectory(folder.resolve("files"));
        Path policy = Files.writeString(folder.resolve("tool-policy.toml"), """
            [tools.read.parameters]
            path = "path"

            [tools.read.policy]
            run = [{ arg = "/path", glob = "secret*", mode = "deny", reason = "Secrets stay here." }, { mode = "allow" }]

            [tools.where.policy]
            run = "allow"

            [tools."*".policy]
            run = "deny"
            """);
        List<String> command = new ArrayList<>(BriefJava.main(
                ToolPolicyMain.class,
                "mcp",
                "--policy",
                policy.toString(),
                "--workspace",
                files.toString(),
                "--audit",
                folder.resolve("audit.jsonl").toString(),
                "--"));
        command.addAll(BriefJava.main(EchoServerMain.class, "read", "write", "where"));
        ServerParameters gateway = ServerParameters.builder(command.get(0))
                .args(command.subList(1, command.size()))
                .build();
        StdioClientTransport transport =
                new StdioClientTransport(gateway, new JacksonMcpJsonMapper(new ObjectMapper()));
        try (McpSyncClient client = McpClient.sync(transport)
                .requestTimeout(LONG)
                .initializationTimeout(LONG)
                .build()) {
            client.initialize();
            assertThat(client.listTools().tools()).extracting(Tool::name).containsExactly("read", "where");
            assertThat(text(client.callTool(CallToolRequest.builder("where")
                            .arguments(Map.of("path", "."))
                            .build())))
                    .as("relative paths mean to the server what was judged")
                    .isEqualTo(files.toRealPath().toString());
            assertThat(text(client.callTool(CallToolRequest.builder("read")
                            .arguments(Map.of("path", "a.txt"))
                            .build())))
                    .isEqualTo("content of a.txt");
            CallToolResult denied = client.callTool(CallToolRequest.builder("read")
                    .arguments(Map.of("path", "secret.txt"))
                    .build());
            assertThat(denied.isError()).isTrue();
            assertThat(text(denied)).isEqualTo("Denied by policy: Secrets stay here.");
            CallToolResult hidden = client.callTool(CallToolRequest.builder("write")
                    .arguments(Map.of("path", "b"))
                    .build());
            assertThat(hidden.isError()).isTrue();
        }
        assertThat(folder.resolve("tool-policy.toml.pins.json")).content().contains("read", "write");
        List<String> audit = Files.readAllLines(folder.resolve("audit.jsonl"));
        assertThat(audit).hasSize(4);
    }

    /** A server that is only asked for its tools doesn't get the password either. */
    @Test
    void aCheckedServerDoesNotKnowThePasswordOfTheStore() throws Exception {
        Path policy = Files.writeString(folder.resolve("tool-policy.toml"), "[tools.\"*\".policy]\nrun = \"ask\"\n");
        ProcessBuilder check = new ProcessBuilder(BriefJava.main(
                        ToolPolicyMain.class,
                        "check",
                        policy.toString(),
                        "--mcp",
                        "sh -c 'echo \"<$TOOLPOLICY_STORE_PASSWORD>\" >&2'"))
                .redirectErrorStream(true);
        check.environment().put("TOOLPOLICY_STORE_PASSWORD", "secret");
        assertThat(new String(check.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("it said: <>");
    }
}
