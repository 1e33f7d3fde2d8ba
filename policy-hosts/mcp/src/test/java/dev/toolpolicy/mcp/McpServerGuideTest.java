package dev.toolpolicy.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.SessionLabel;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.shared.CodeBlock;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pieces of code in the guide, which stand here as they stand there. Its whole server is built by another test. */
class McpServerGuideTest {
    private static final Path GUIDE = Path.of("../../docs/how-to/mcp-in-java.md");
    private static final Path THIS = Path.of("src/test/java/dev/toolpolicy/mcp/McpServerGuideTest.java");

    private record Roles(String one) {
        String of(String user) {
            return user == null ? one : user;
        }
    }

    @Test
    void callersOfAServerAndAForeignServer() throws Exception {
        HostPolicies policies = McpServers.policies(
                "[facts]",
                "role = { type = 'string' }",
                "[tools.'*'.policy]",
                "run = [{ fact = '/role', const = 'ann', mode = 'allow' }, { mode = 'deny', reason = 'only for Ann' }]",
                "result = 'allow'");
        Roles roles = new Roles("nobody");
        try (McpServers servers = new McpServers()) {
            var transport = HttpServletStreamableServerTransportProvider.builder()
                    .mcpEndpoint("/mcp")
                    .contextExtractor(request -> McpTransportContext.create(Map.of("user", request.getRemoteUser())))
                    .build();

            PolicyMcp policy = PolicyMcp.of(policies, (engine, caller) -> {
                String user = (String) caller.get("user");
                return engine.session(user).withFacts(Map.of("role", roles.of(user)));
            });

            McpServer.sync(transport)
                    .capabilities(McpServers.TOOLS)
                    .tools(policy.guard(servers.sync(McpServers.tool("search", "text"))))
                    .addToolFilter(policy.filter())
                    .build();
            servers.serve("/mcp", transport, "ann");
            foreign(HttpClientStreamableHttpTransport.builder(servers.address())
                    .endpoint("/mcp")
                    .build());
            assertThat(servers.ran).hasSize(1);
        }
    }

    private static void foreign(McpClientTransport transport) {
        HostPolicies policies = McpServers.policies("[tools.'*'.policy]", "run = 'allow'", "result = 'allow'");
        CallToolRequest request = McpServers.request("search", Map.of("text", "a"));

        PolicyMcpClient tools = new PolicyMcpClient(policies);
        McpSyncClient client =
                McpClient.sync(transport).toolsChangeConsumer(tools::changed).build();
        tools.connect(client);

        PolicySession session = tools.engine().session("chat-7");
        List<Tool> offered = tools.listTools(session);
        CallToolResult result = tools.callTool(session, "call_1", request);

        assertThat(offered).extracting(Tool::name).containsExactly("search");
        assertThat(McpServers.text(result)).isEqualTo("did search");
        client.close();
    }

    @Test
    void severalServersShareOneStore(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(
                folder.resolve("tool-policy.toml"),
                "[results]\n"
                        + "read_mail = { labels = ['untrusted'], external = true }\n"
                        + "[tools.post.policy]\n"
                        + "external = true\n"
                        + "run = [{ label = 'untrusted', mode = 'deny' }, { mode = 'allow' }]\n");

        SessionStore shared = SessionStore.inMemory();
        HostPolicies policies = HostPolicies.read(file).engine(engine -> engine.sessions(shared));

        PolicyMcpClient mail = new PolicyMcpClient(policies);
        PolicyMcpClient web = new PolicyMcpClient(policies);

        PolicySession here = web.engine().session("chat-7");
        mail.engine().session("chat-7").addLabels("untrusted");
        assertThat(here.labels()).extracting(SessionLabel::name).containsExactly("untrusted");
        assertThat(web.engine().session("chat-8").labels()).isEmpty();
    }

    @Test
    void theCodeOfTheGuideIsHere() throws IOException {
        String code = squeezed(Files.readString(THIS) + Files.readString(THIS.resolveSibling("ModernGuideTest.java")));
        int pieces = 0;
        for (CodeBlock block : CodeBlock.all(GUIDE)) {
            boolean methods = block.section().equals("Rules above the methods"); // AnnotatedServerTest has them
            if (block.language().equals("java") && !methods && !block.text().startsWith("package ")) {
                for (String part : block.text().split("\n\n")) {
                    assertThat(code).contains(squeezed(part));
                    pieces++;
                }
            }
        }
        assertThat(pieces).isEqualTo(8);
    }

    private static String squeezed(String code) {
        return code.replaceAll("\\s+", "");
    }
}
