package dev.toolpolicy.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.runtime.PolicySession;
import io.modelcontextprotocol.modern.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.modern.McpSchema.ElicitResult;
import io.modelcontextprotocol.modern.McpSchema.Implementation;
import io.modelcontextprotocol.modern.client.McpClient;
import io.modelcontextprotocol.modern.client.McpSyncClient;
import io.modelcontextprotocol.modern.client.McpSyncElicitationHandler;
import io.modelcontextprotocol.modern.client.transport.McpClientTransport;
import io.modelcontextprotocol.modern.server.McpServer;
import io.modelcontextprotocol.modern.server.feature.McpSyncTool;
import io.modelcontextprotocol.modern.server.feature.ToolsFeature;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The pieces of code in the guide with the modern classes of the SDK, which {@link McpServerGuideTest} looks for. */
class ModernGuideTest {
    @Test
    void aServerAndAClient() throws Exception {
        PolicyMcp policy = PolicyMcp.of(
                McpServers.policies("[tools.read.policy]", "run = 'allow'", "[tools.delete.policy]", "run = 'deny'"),
                (engine, caller) -> engine.session("the only client"));
        try (ModernServers servers = new ModernServers()) {
            McpSyncTool read = servers.sync(ModernServers.tool("read", "text"));
            McpSyncTool delete = servers.sync(ModernServers.tool("delete", "text"));

            McpServer server = McpServer.builder()
                    .serverInfo(Implementation.builder("notes", "1").build())
                    .feature(ToolsFeature.ofSync(policy.guard(read, delete)))
                    .build();

            foreign(servers.transport(servers.start(server), "ann"));
            assertThat(servers.ran).hasSize(2);
        }
    }

    private static void foreign(McpClientTransport transport) {
        HostPolicies policies = McpServers.policies("[tools.'*'.policy]", "run = 'allow'", "result = 'allow'");
        McpSyncElicitationHandler<ElicitFormRequest> form = request -> ElicitResult.accept(Map.of("name", "ann"));

        PolicyMcpClient tools = new PolicyMcpClient(policies);
        McpSyncClient client = McpClient.sync(transport).formElicitation(form).build();
        tools.connect(client);
        client.listen().toolsChanged().open(tools::changed);

        PolicySession session = tools.engine().session("chat-7");
        assertThat(tools.listTools(session)).extracting(Tool::name).containsExactly("read");
        assertThat(McpServers.text(
                        tools.callTool(session, "call_1", McpServers.request("read", Map.of("text", "input")))))
                .isEqualTo("did read");
    }
}
