package dev.toolpolicy.cli.internal.agents;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A server of the Java SDK on standard input and output, whose tools return their argument, or where it runs. */
final class EchoServerMain {
    private EchoServerMain() {}

    /**
     * Serves.
     *
     * @param names the names of the tools
     */
    public static void main(String... names) {
        List<SyncToolSpecification> tools = Stream.of(names)
                .map(name -> new SyncToolSpecification(
                        Tool.builder(
                                        name,
                                        Map.of(
                                                "type",
                                                "object",
                                                "properties",
                                                Map.of("path", Map.of("type", "string"))))
                                .build(),
                        (client, call) -> CallToolResult.builder()
                                .addTextContent(
                                        name.equals("where")
                                                ? System.getProperty("user.dir")
                                                : "content of "
                                                        + call.arguments().get("path")
                                                        + password())
                                .build()))
                .toList();
        McpServer.sync(new StdioServerTransportProvider(new JacksonMcpJsonMapper(new ObjectMapper())))
                .jsonSchemaValidator((schema, content) -> ValidationResponse.asValid(null))
                .serverInfo("echo", "1")
                .capabilities(ServerCapabilities.builder().tools(false).build())
                .tools(tools)
                .build();
    }

    /** Returns nothing, unless the server could answer requests in the gateway's store. */
    private static String password() {
        return System.getenv("TOOLPOLICY_STORE_PASSWORD") == null ? "" : " by a server that knows the store's password";
    }
}
