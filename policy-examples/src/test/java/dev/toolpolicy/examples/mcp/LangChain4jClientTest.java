package dev.toolpolicy.examples.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.mcp.McpToolProvider;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.mcp.client.transport.stdio.StdioMcpTransport;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.langchain4j.PolicyTools;
import dev.toolpolicy.shared.BriefJava;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tools of a real MCP server through LangChain4j's own MCP client, under policies of the client's side. */
class LangChain4jClientTest {
    private static final String POLICIES = """
        [tools."*".policy]
        run = "deny"

        [tools.fs_read_file.parameters]
        path = "path"

        [tools.fs_read_file.policy]
        external = true
        run = [{ arg = "/path", prefix = "open", mode = "allow" }, { mode = "deny", reason = "only open files" }]
        result = "allow"
        """;

    @TempDir
    private Path folder;

    @Test
    void toolsOfAServerAreUnderThePoliciesOfTheService() throws Exception {
        Files.writeString(folder.resolve("notes.txt"), "private");
        Files.writeString(Files.createDirectory(folder.resolve("open")).resolve("a.txt"), "public");
        StdioMcpTransport transport = StdioMcpTransport.builder()
                .command(BriefJava.main(FileServerMain.class, folder.toString()))
                .build();
        try (McpClient client = DefaultMcpClient.builder()
                .transport(transport)
                .initializationTimeout(Duration.ofMinutes(2))
                .toolExecutionTimeout(Duration.ofMinutes(2))
                .build()) {
            PolicyTools tools = PolicyTools.builder(
                            HostPolicies.of(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy", POLICIES)))
                    .provider(McpToolProvider.builder().mcpClients(client).build())
                    .build();
            List<AiServiceTool> offered = tools.provideTools(
                            new ToolProviderRequest("chat-7", UserMessage.from("Go on.")))
                    .aiServiceTools();
            assertThat(offered).extracting(AiServiceTool::name).containsExactly("fs_read_file");
            assertThat(read(offered.get(0), "open/a.txt")).isEqualTo("public");
            assertThat(read(offered.get(0), "open/../notes.txt")).contains("only open files");
            assertThat(tools.engine()
                            .session("chat-7")
                            .calls()
                            .preview("fs_delete_file", "{\"path\":\"open/a.txt\"}")
                            .willRun())
                    .isFalse();
        }
    }

    private static String read(AiServiceTool tool, String path) {
        ToolExecutionRequest call = ToolExecutionRequest.builder()
                .id("1")
                .name(tool.name())
                .arguments("{\"path\":\"" + path + "\"}")
                .build();
        return tool.toolExecutor().execute(call, "chat-7");
    }
}
