package dev.toolpolicy.cli.internal.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.agents.internal.gateway.GatewaySettings;
import dev.toolpolicy.agents.internal.gateway.GatewayTools;
import dev.toolpolicy.agents.internal.gateway.HttpGateway;
import dev.toolpolicy.agents.internal.gateway.ServerTools;
import dev.toolpolicy.cli.ToolPolicyMain;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.shared.BriefJava;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.modern.McpSchema.CallToolResult;
import io.modelcontextprotocol.modern.McpSchema.ElicitResult;
import io.modelcontextprotocol.modern.McpSchema.InputRequiredResult;
import io.modelcontextprotocol.modern.McpSchema.TextContent;
import io.modelcontextprotocol.modern.McpSchema.Tool;
import io.modelcontextprotocol.modern.client.McpClient;
import io.modelcontextprotocol.modern.client.McpSyncClient;
import io.modelcontextprotocol.modern.client.transport.HttpClientMcpTransport;
import io.modelcontextprotocol.modern.client.transport.McpHttpRequestCustomizer;
import io.modelcontextprotocol.modern.client.transport.StdioMcpClientTransport;
import io.modelcontextprotocol.modern.server.McpServer;
import io.modelcontextprotocol.modern.server.transport.HttpServletMcpTransport;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The gateway over HTTP between the Java SDK's client and its server of the protocol's version 2026-07-28. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class StatelessProtocolTest {
    private static final String POLICY = """
        [tools.deploy.policy]
        run = [{ arg = "/region", const = "moon", mode = "deny", reason = "too far" }, { mode = "allow" }]
        requires = [{ tools = ["test"] }]

        [tools.test.policy]
        run = "allow"

        [tools.drop.policy]
        run = "deny"
        """;

    @TempDir
    Path folder;

    private final Tomcat tomcat = new Tomcat();
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final List<String> ran = new CopyOnWriteArrayList<>();

    @BeforeEach
    void serve() throws LifecycleException {
        McpServer server = StatelessServerMain.server(ran);
        String base = Path.of("build/tomcat").toAbsolutePath().toString();
        tomcat.setBaseDir(base);
        tomcat.setPort(0);
        tomcat.setSilent(true);
        Context context = tomcat.addContext("", base);
        Tomcat.addServlet(
                        context,
                        "mcp",
                        HttpServletMcpTransport.builder(server)
                                .jsonMapper(StatelessServerMain.JSON)
                                .build())
                .setAsyncSupported(true);
        context.addServletMappingDecoded("/mcp", "mcp");
        tomcat.getConnector();
        tomcat.start();
    }

    @AfterEach
    void stop() throws LifecycleException {
        tomcat.stop();
        tomcat.destroy();
    }

    private HttpGateway gateway(Optional<String> clientHeader) throws IOException {
        Path policy = Files.writeString(folder.resolve("tool-policy.toml"), POLICY);
        GatewaySettings settings = McpHttpTest.settings(policy, folder, clientHeader);
        URI upstream = URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/mcp");
        return HttpGateway.start(0, upstream, GatewayTools.of(settings, Optional.empty(), Optional.empty(), log::add));
    }

    private McpSyncClient client(HttpGateway gateway, String user) {
        return McpClient.sync(HttpClientMcpTransport.builder(gateway.uri())
                        .jsonMapper(StatelessServerMain.JSON)
                        .requestCustomizer(McpHttpRequestCustomizer.fromSync(
                                (request, headers, context) -> headers.set("X-User", user)))
                        .build())
                .formElicitation(request -> ElicitResult.accept(Map.of()))
                .build();
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    @Test
    void aCallThatWantsInputMeetsNoRequirement() throws IOException {
        try (HttpGateway gateway = gateway(Optional.of("X-User"))) {
            McpSyncClient ann = client(gateway, "ann");
            Tool deploy = StatelessServerMain.TOOLS.get("deploy");
            assertThat(ann.discover().supportedVersions()).contains("2026-07-28");
            assertThat(ann.tools().list().tools())
                    .as("%s", log)
                    .extracting(Tool::name)
                    .containsExactlyInAnyOrder("deploy", "test");
            assertThat(ann.tool("test").arguments(Map.of("region", "x")).callOnce())
                    .isInstanceOf(InputRequiredResult.class);
            assertThat(text(ann.tool(deploy).arguments(Map.of("region", "eu")).call()))
                    .contains("test");
            assertThat(ran).isEmpty();
            assertThat(text(ann.tool("test").arguments(Map.of("region", "x")).call()))
                    .isEqualTo("done");
            assertThat(text(client(gateway, "bob")
                            .tool(deploy)
                            .arguments(Map.of("region", "eu"))
                            .call()))
                    .as("what another client has done")
                    .contains("test");
            assertThat(text(ann.tool(deploy).arguments(Map.of("region", "moon")).call()))
                    .contains("too far");
            for (String region : List.of("eu", " Zürich ", "=?base64?x?=", "")) {
                assertThat(text(ann.tool(deploy)
                                .arguments(Map.of("region", region))
                                .call()))
                        .as(region)
                        .isEqualTo("done");
            }
            assertThat(ran).containsExactly("test x", "deploy eu", "deploy  Zürich ", "deploy =?base64?x?=", "deploy ");
        }
    }

    @Test
    void withoutAHeaderThatTellsClientsApartNoRequirementIsMet() throws IOException {
        try (HttpGateway gateway = gateway(Optional.empty())) {
            McpSyncClient ann = client(gateway, "ann");
            assertThat(text(ann.tool("test").arguments(Map.of("region", "x")).call()))
                    .isEqualTo("done");
            assertThat(text(ann.tool(StatelessServerMain.TOOLS.get("deploy"))
                            .arguments(Map.of("region", "eu"))
                            .call()))
                    .contains("test");
        }
    }

    /** The command as a process, which asks the client's user by the answer to the call. */
    @Test
    void theClientsUserIsAskedOverStandardInputToo() throws IOException {
        Path policy = Files.writeString(folder.resolve("tool-policy.toml"), "[tools.test.policy]\nrun = \"ask\"\n");
        List<String> command = new ArrayList<>(
                BriefJava.main(ToolPolicyMain.class, "mcp", "--policy", policy.toString(), "--client-approves", "--"));
        command.addAll(BriefJava.main(StatelessServerMain.class));
        ServerParameters gateway = ServerParameters.builder(command.get(0))
                .args(command.subList(1, command.size()))
                .build();
        List<String> questions = new ArrayList<>();
        try (StdioMcpClientTransport transport = StdioMcpClientTransport.builder(gateway)
                .jsonMapper(StatelessServerMain.JSON)
                .start()) {
            McpSyncClient client = McpClient.sync(transport)
                    .roundTimeout(Duration.ofMinutes(2)) // two processes start
                    .formElicitation(request -> {
                        questions.add(request.message());
                        return ElicitResult.accept(
                                Map.of("approve", !request.message().contains("moon")));
                    })
                    .build();
            assertThat(client.tools().list().tools()).hasSize(3);
            assertThat(text(client.tool("test")
                            .arguments(Map.of("region", "eu"))
                            .call()))
                    .isEqualTo("done");
            assertThat(questions).hasSize(3);
            assertThat(questions.get(0)).contains("test", "eu");
            assertThat(questions.get(1)).isEqualTo("Really?");
            assertThat(client.tool("test")
                            .arguments(Map.of("region", "moon"))
                            .call()
                            .isError())
                    .isTrue();
        }
    }

    /** What {@code check --mcp} does, since the examples of this class path have tools of the same names. */
    @Test
    void theCommandListsTheTools() throws IOException {
        URI url = URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/mcp");
        Duration limit = Duration.ofMinutes(2);
        for (ServerTools asked : List.of(
                ServerTools.ofUrl(url, limit),
                ServerTools.ofCommand(BriefJava.main(StatelessServerMain.class), Set.of(), limit))) {
            assertThat(asked.tools())
                    .extracting(HostTool::name)
                    .containsExactlyInAnyOrderElementsOf(StatelessServerMain.TOOLS.keySet());
            assertThat(asked.problems()).isEmpty();
        }
        assertThat(ServerTools.ofCommand(BriefJava.main(EchoServerMain.class, "read", "write"), Set.of(), limit)
                        .tools())
                .extracting(HostTool::name)
                .containsExactly("read", "write");
    }
}
