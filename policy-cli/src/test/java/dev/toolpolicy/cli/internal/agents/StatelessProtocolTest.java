package dev.toolpolicy.cli.internal.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.agents.internal.gateway.GatewaySettings;
import dev.toolpolicy.agents.internal.gateway.GatewayTools;
import dev.toolpolicy.agents.internal.gateway.HttpGateway;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.modern.McpSchema.CacheScope;
import io.modelcontextprotocol.modern.McpSchema.CallToolOutcome;
import io.modelcontextprotocol.modern.McpSchema.CallToolRequest;
import io.modelcontextprotocol.modern.McpSchema.CallToolResult;
import io.modelcontextprotocol.modern.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.modern.McpSchema.ElicitResult;
import io.modelcontextprotocol.modern.McpSchema.Implementation;
import io.modelcontextprotocol.modern.McpSchema.InputRequiredResult;
import io.modelcontextprotocol.modern.McpSchema.TextContent;
import io.modelcontextprotocol.modern.McpSchema.Tool;
import io.modelcontextprotocol.modern.client.McpClient;
import io.modelcontextprotocol.modern.client.McpSyncClient;
import io.modelcontextprotocol.modern.client.transport.HttpClientMcpTransport;
import io.modelcontextprotocol.modern.client.transport.McpHttpRequestCustomizer;
import io.modelcontextprotocol.modern.server.McpRequestContext;
import io.modelcontextprotocol.modern.server.McpServer;
import io.modelcontextprotocol.modern.server.McpSyncResponse;
import io.modelcontextprotocol.modern.server.feature.McpSyncTool;
import io.modelcontextprotocol.modern.server.feature.McpSyncToolRepository;
import io.modelcontextprotocol.modern.server.feature.ToolsFeature;
import io.modelcontextprotocol.modern.server.feature.ToolsPage;
import io.modelcontextprotocol.modern.server.transport.HttpServletMcpTransport;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The gateway over HTTP between the Java SDK's client and its server of the protocol's version 2026-07-28. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
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

    private final McpJsonMapper json = new JacksonMcpJsonMapper(new ObjectMapper());
    private final Tomcat tomcat = new Tomcat();
    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private final List<String> ran = Collections.synchronizedList(new ArrayList<>());

    private static Tool tool(String name, Map<String, Object> region) {
        return Tool.builder(name, Map.of("type", "object", "properties", Map.of("region", region)))
                .description("d")
                .build();
    }

    private static final Map<String, Tool> TOOLS = Map.of(
            "deploy", tool("deploy", Map.of("type", "string", "x-mcp-header", "Region")),
            "test", tool("test", Map.of("type", "string")),
            "drop", tool("drop", Map.of("type", "string")));

    private CallToolOutcome run(CallToolRequest call) {
        if (call.name().equals("test") && call.inputResponses() == null) {
            return InputRequiredResult.builder()
                    .elicit(
                            "sure",
                            ElicitFormRequest.builder("Really?", Map.of("type", "object", "properties", Map.of()))
                                    .build())
                    .requestState("begun")
                    .build();
        }
        ran.add(call.name() + " " + call.arguments().get("region"));
        return CallToolResult.builder()
                .addContent(TextContent.builder("done").build())
                .build();
    }

    @BeforeEach
    void serve() throws LifecycleException {
        McpSyncToolRepository tools = new McpSyncToolRepository() {
            @Override
            public ToolsPage list(McpRequestContext client, String cursor) {
                return ToolsPage.of(List.copyOf(TOOLS.values()));
            }

            @Override
            public McpSyncTool find(McpRequestContext client, String name) {
                return McpSyncTool.of(TOOLS.get(name), (context, call) -> McpSyncResponse.result(run(call)));
            }
        };
        McpServer server = McpServer.builder()
                .serverInfo(Implementation.builder("played", "1").build())
                .jsonMapper(json)
                .feature(ToolsFeature.ofSync(
                        tools, json, (schema, content) -> ValidationResponse.asValid(null), 0, CacheScope.PRIVATE))
                .build();
        String base = Path.of("build/tomcat").toAbsolutePath().toString();
        tomcat.setBaseDir(base);
        tomcat.setPort(0);
        tomcat.setSilent(true);
        Context context = tomcat.addContext("", base);
        Tomcat.addServlet(
                        context,
                        "mcp",
                        HttpServletMcpTransport.builder(server).jsonMapper(json).build())
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
        GatewaySettings settings = new GatewaySettings(
                List.of(policy),
                Optional.empty(),
                Set.of(),
                Optional.empty(),
                folder,
                false,
                false,
                clientHeader,
                Optional.empty());
        URI upstream = URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/mcp");
        return HttpGateway.start(0, upstream, GatewayTools.of(settings, Optional.empty(), Optional.empty(), log::add));
    }

    private McpSyncClient client(HttpGateway gateway, String user) {
        return McpClient.sync(HttpClientMcpTransport.builder(gateway.uri())
                        .jsonMapper(json)
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
            Tool deploy = TOOLS.get("deploy");
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
            assertThat(text(ann.tool(TOOLS.get("deploy"))
                            .arguments(Map.of("region", "eu"))
                            .call()))
                    .contains("test");
        }
    }
}
