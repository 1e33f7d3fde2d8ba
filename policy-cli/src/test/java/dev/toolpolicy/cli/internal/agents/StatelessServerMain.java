package dev.toolpolicy.cli.internal.agents;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.modern.McpSchema.CacheScope;
import io.modelcontextprotocol.modern.McpSchema.CallToolOutcome;
import io.modelcontextprotocol.modern.McpSchema.CallToolRequest;
import io.modelcontextprotocol.modern.McpSchema.CallToolResult;
import io.modelcontextprotocol.modern.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.modern.McpSchema.Implementation;
import io.modelcontextprotocol.modern.McpSchema.InputRequiredResult;
import io.modelcontextprotocol.modern.McpSchema.TextContent;
import io.modelcontextprotocol.modern.McpSchema.Tool;
import io.modelcontextprotocol.modern.server.McpRequestContext;
import io.modelcontextprotocol.modern.server.McpServer;
import io.modelcontextprotocol.modern.server.McpSyncResponse;
import io.modelcontextprotocol.modern.server.feature.McpSyncTool;
import io.modelcontextprotocol.modern.server.feature.McpSyncToolRepository;
import io.modelcontextprotocol.modern.server.feature.ToolsFeature;
import io.modelcontextprotocol.modern.server.feature.ToolsPage;
import io.modelcontextprotocol.modern.server.transport.StdioMcpTransport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A server of the Java SDK that speaks the protocol's version 2026-07-28, and asks before it tests. */
final class StatelessServerMain {
    static final McpJsonMapper JSON = new JacksonMcpJsonMapper(new ObjectMapper());

    static final Map<String, Tool> TOOLS = Map.of(
            "deploy", tool("deploy", Map.of("type", "string", "x-mcp-header", "Region")),
            "test", tool("test", Map.of("type", "string")),
            "drop", tool("drop", Map.of("type", "string")));

    private StatelessServerMain() {}

    private static Tool tool(String name, Map<String, Object> region) {
        return Tool.builder(name, Map.of("type", "object", "properties", Map.of("region", region)))
                .description("d")
                .build();
    }

    private static CallToolOutcome run(CallToolRequest call, List<String> ran) {
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

    /** Creates a server that notes the calls that ran. */
    static McpServer server(List<String> ran) {
        McpSyncToolRepository tools = new McpSyncToolRepository() {
            @Override
            public ToolsPage list(McpRequestContext client, String cursor) {
                return ToolsPage.of(List.copyOf(TOOLS.values()));
            }

            @Override
            public McpSyncTool find(McpRequestContext client, String name) {
                return McpSyncTool.of(TOOLS.get(name), (context, call) -> McpSyncResponse.result(run(call, ran)));
            }
        };
        return McpServer.builder()
                .serverInfo(Implementation.builder("played", "1").build())
                .jsonMapper(JSON)
                .feature(ToolsFeature.ofSync(
                        tools, JSON, (schema, content) -> ValidationResponse.asValid(null), 0, CacheScope.PRIVATE))
                .build();
    }

    /** Serves on standard input and output. */
    public static void main(String... none) {
        new StdioMcpTransport(server(new ArrayList<>()), JSON).start().block();
    }
}
