package dev.toolpolicy.mcp;

import io.modelcontextprotocol.json.McpJsonDefaults;
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
import io.modelcontextprotocol.modern.client.transport.HttpClientMcpTransport;
import io.modelcontextprotocol.modern.client.transport.McpHttpRequestCustomizer;
import io.modelcontextprotocol.modern.server.McpAsyncResponse;
import io.modelcontextprotocol.modern.server.McpServer;
import io.modelcontextprotocol.modern.server.McpSyncResponse;
import io.modelcontextprotocol.modern.server.feature.McpAsyncTool;
import io.modelcontextprotocol.modern.server.feature.McpSyncTool;
import io.modelcontextprotocol.modern.server.feature.ToolsFeature;
import io.modelcontextprotocol.modern.server.transport.HttpServletMcpTransport;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Mono;

/** Servers with the modern classes behind HTTP, whose tools note what ran. */
final class ModernServers implements AutoCloseable {
    /** The calls that ran, in order. */
    final List<CallToolRequest> ran = new CopyOnWriteArrayList<>();

    private final McpServers http;
    private final AtomicInteger endpoints = new AtomicInteger();

    /** A kind of tools. */
    enum Kind {
        SYNC,
        ASYNC
    }

    ModernServers() throws Exception {
        http = new McpServers();
    }

    static Tool tool(String name, String... parameters) {
        return Tool.builder(name, McpServers.schema(parameters))
                .description("what " + name + " does")
                .build();
    }

    /** Does what the argument names: throws, fails, or first asks for a name. */
    CallToolOutcome answer(CallToolRequest request) {
        ran.add(request);
        String text = String.valueOf(request.arguments().get("text"));
        if (text.equals("throw")) {
            throw new IllegalStateException("no paper");
        }
        if (text.startsWith("input") && request.inputResponses() == null) {
            ElicitFormRequest who = new ElicitFormRequest("Who are you?", Map.of("type", "object"), null);
            return InputRequiredResult.builder()
                    .elicit("who", who)
                    .requestState("state of " + text)
                    .meta(text.equals("input, low") ? Map.of("ifc", Map.of("integrity", "low")) : null)
                    .build();
        }
        return CallToolResult.builder()
                .addContent(TextContent.builder("did " + request.name()).build())
                .isError(text.equals("fail"))
                .build();
    }

    McpSyncTool sync(Tool tool) {
        return McpSyncTool.of(tool, (context, request) -> McpSyncResponse.result(answer(request)));
    }

    McpAsyncTool async(Tool tool) {
        return McpAsyncTool.of(
                tool, (context, request) -> Mono.fromCallable(() -> McpAsyncResponse.result(answer(request))));
    }

    /** Returns the guarded tools, whose list the server's author would let caches share. */
    ToolsFeature feature(Kind kind, PolicyMcp policy, Tool... tools) {
        return kind == Kind.SYNC
                ? ToolsFeature.ofSync(
                        policy.guard(Arrays.stream(tools).map(this::sync).toArray(McpSyncTool[]::new)),
                        McpJsonDefaults.getMapper(),
                        McpJsonDefaults.getSchemaValidator(),
                        60_000,
                        CacheScope.PUBLIC)
                : ToolsFeature.ofAsync(
                        policy.guard(Arrays.stream(tools).map(this::async).toArray(McpAsyncTool[]::new)),
                        McpJsonDefaults.getMapper(),
                        McpJsonDefaults.getSchemaValidator(),
                        60_000,
                        CacheScope.PUBLIC);
    }

    static McpServer server(ToolsFeature feature) {
        return McpServer.builder()
                .serverInfo(Implementation.builder("notes", "1").build())
                .feature(feature)
                .build();
    }

    /** Starts a server; returns the path of its endpoint. */
    String start(McpServer server) {
        String endpoint = "/modern" + endpoints.incrementAndGet();
        return http.serve(
                endpoint,
                HttpServletMcpTransport.builder(server)
                        .endpoint(endpoint)
                        .contextExtractor(McpServers::caller)
                        .keepAliveInterval(Duration.ofMillis(200))
                        .build());
    }

    HttpClientMcpTransport transport(String endpoint, String user) {
        return HttpClientMcpTransport.builder(http.address() + endpoint)
                .requestCustomizer(
                        McpHttpRequestCustomizer.fromSync((request, headers, context) -> headers.set("x-user", user)))
                .build();
    }

    McpClient.SyncBuilder client(String endpoint, String user) {
        return McpClient.sync(transport(endpoint, user))
                .roundTimeout(Duration.ofSeconds(20))
                .formElicitation(form -> ElicitResult.accept(Map.of("name", "ann")));
    }

    static String text(CallToolOutcome result) {
        return ((TextContent) ((CallToolResult) result).content().get(0)).text();
    }

    @Override
    public void close() throws Exception {
        http.close();
    }
}
