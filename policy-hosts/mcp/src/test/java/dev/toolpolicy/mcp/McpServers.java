package dev.toolpolicy.mcp;

import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.server.McpStatelessServerFeatures;
import io.modelcontextprotocol.server.transport.HttpServletStatelessServerTransport;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.valves.ValveBase;
import reactor.core.publisher.Mono;

/** Real servers of every kind behind HTTP, whose tools note what ran. The caller's name is in a header. */
final class McpServers implements AutoCloseable {
    static final ServerCapabilities TOOLS =
            ServerCapabilities.builder().tools(true).build();

    static final HostPolicies ALLOW = policies("[tools.'*'.policy]", "run = 'allow'", "result = 'allow'");
    /** Only Ann may call each tool; everybody may read what doesn't begin with x. */
    static final HostPolicies ROLES = policies(
            "[facts]",
            "user = { type = 'string' }",
            "[tools.'*'.policy]",
            "run = [{ fact = '/user', const = 'ann', mode = 'allow' }, { mode = 'deny', reason = 'only for Ann' }]",
            "result = 'allow'",
            "[tools.read.policy]",
            "run = [{ arg = '/text', prefix = 'x', mode = 'deny', reason = 'nothing with x' }, { mode = 'allow' }]",
            "result = 'allow'");

    /** What the tools did, in order. */
    final List<CallToolRequest> ran = new CopyOnWriteArrayList<>();

    private final Tomcat tomcat = new Tomcat();
    private final Context context;
    private final AtomicInteger endpoints = new AtomicInteger();

    /** A kind of server. */
    enum Kind {
        SYNC,
        ASYNC,
        STATELESS_SYNC,
        STATELESS_ASYNC
    }

    McpServers() throws LifecycleException {
        String folder = Path.of("build/tomcat").toAbsolutePath().toString();
        tomcat.setBaseDir(folder);
        tomcat.setPort(0);
        tomcat.setSilent(true);
        context = tomcat.addContext("", folder);
        ((StandardContext) context).setUnloadDelay(0); // streams of clients that have left are still open
        tomcat.getConnector();
        tomcat.start();
    }

    static HostPolicies policies(String... lines) {
        return HostPolicies.of(PolicyConfiguration.of(
                ConfigurationFormat.TOML, "policy", String.join("\n", lines).replace('\'', '"')));
    }

    /** Returns the schema of an object of texts. */
    static Map<String, Object> schema(String... parameters) {
        Map<String, Object> properties = new java.util.LinkedHashMap<>();
        for (String parameter : parameters) {
            properties.put(parameter, Map.of("type", "string"));
        }
        return Map.of("type", "object", "properties", properties, "required", List.of(parameters));
    }

    static Tool tool(String name, String... parameters) {
        return Tool.builder(name, schema(parameters))
                .description("what " + name + " does")
                .build();
    }

    /** What every tool does. */
    CallToolResult answer(CallToolRequest request) {
        ran.add(request);
        String text = String.valueOf(request.arguments().get("text"));
        if (text.equals("throw")) {
            throw new IllegalStateException("no paper");
        }
        return CallToolResult.builder()
                .addTextContent("did " + request.name())
                .isError(text.equals("fail"))
                .build();
    }

    McpServerFeatures.SyncToolSpecification sync(Tool tool) {
        return new McpServerFeatures.SyncToolSpecification(tool, (exchange, request) -> answer(request));
    }

    /** Starts a server with some tools under policies; returns the path of its endpoint. */
    String start(Kind kind, PolicyMcp policy, Tool... tools) {
        String endpoint = "/mcp" + endpoints.incrementAndGet();
        var provider = HttpServletStreamableServerTransportProvider.builder()
                .mcpEndpoint(endpoint)
                .contextExtractor(McpServers::caller)
                .build();
        var stateless = HttpServletStatelessServerTransport.builder()
                .messageEndpoint(endpoint)
                .contextExtractor(McpServers::caller)
                .build();
        switch (kind) {
            case SYNC ->
                McpServer.sync(provider)
                        .capabilities(TOOLS)
                        .tools(policy.guard(each(tools, McpServerFeatures.SyncToolSpecification[]::new, this::sync)))
                        .addToolFilter(policy.filter())
                        .build();
            case ASYNC ->
                McpServer.async(provider)
                        .capabilities(TOOLS)
                        .tools(policy.guard(each(
                                tools,
                                McpServerFeatures.AsyncToolSpecification[]::new,
                                tool -> new McpServerFeatures.AsyncToolSpecification(
                                        tool, (exchange, request) -> Mono.fromCallable(() -> answer(request))))))
                        .addToolFilter(policy.asyncFilter())
                        .build();
            case STATELESS_SYNC ->
                McpServer.sync(stateless)
                        .capabilities(TOOLS)
                        .tools(policy.guard(each(
                                tools,
                                McpStatelessServerFeatures.SyncToolSpecification[]::new,
                                tool -> new McpStatelessServerFeatures.SyncToolSpecification(
                                        tool, (caller, request) -> answer(request)))))
                        .addToolFilter(policy.filter())
                        .build();
            case STATELESS_ASYNC ->
                McpServer.async(stateless)
                        .capabilities(TOOLS)
                        .tools(policy.guard(each(
                                tools,
                                McpStatelessServerFeatures.AsyncToolSpecification[]::new,
                                tool -> new McpStatelessServerFeatures.AsyncToolSpecification(
                                        tool, (caller, request) -> Mono.fromCallable(() -> answer(request))))))
                        .addToolFilter(policy.asyncFilter())
                        .build();
        }
        return serve(endpoint, kind == Kind.SYNC || kind == Kind.ASYNC ? provider : stateless);
    }

    private static <T> T[] each(
            Tool[] tools, java.util.function.IntFunction<T[]> array, java.util.function.Function<Tool, T> made) {
        return java.util.Arrays.stream(tools).map(made).toArray(array);
    }

    String serve(String endpoint, HttpServlet servlet) {
        Tomcat.addServlet(context, endpoint, servlet).setAsyncSupported(true);
        context.addServletMappingDecoded(endpoint, endpoint);
        return endpoint;
    }

    /** Serves a servlet whose container has authenticated a user. */
    void serve(String endpoint, HttpServlet servlet, String user) {
        context.getPipeline().addValve(new ValveBase(true) {
            @Override
            public void invoke(Request request, Response response) throws IOException, ServletException {
                request.setUserPrincipal(() -> user);
                getNext().invoke(request, response);
            }
        });
        serve(endpoint, servlet);
    }

    String address() {
        return "http://localhost:" + tomcat.getConnector().getLocalPort();
    }

    /** Finds the session of the user whom a header names. */
    static PolicySession byUser(PolicyEngine engine, McpTransportContext caller) {
        String user = String.valueOf(caller.get("user"));
        if (user.isEmpty()) {
            throw new IllegalStateException("who are you?");
        }
        return engine.session(user).withFacts(Map.of("user", user));
    }

    static PolicySession plain(PolicyEngine engine, McpTransportContext caller) {
        return engine.session("one");
    }

    static McpTransportContext caller(HttpServletRequest request) {
        return McpTransportContext.create(Map.of("user", Objects.requireNonNullElse(request.getHeader("x-user"), "")));
    }

    McpClient.SyncSpec client(String endpoint, String user) {
        return McpClient.sync(HttpClientStreamableHttpTransport.builder(address())
                        .endpoint(endpoint)
                        .requestBuilder(java.net.http.HttpRequest.newBuilder().header("x-user", user))
                        .build())
                .requestTimeout(Duration.ofSeconds(20));
    }

    static CallToolResult call(McpSyncClient client, String tool, Map<String, Object> arguments) {
        return client.callTool(request(tool, arguments));
    }

    static CallToolRequest request(String tool, Map<String, Object> arguments) {
        return CallToolRequest.builder(tool).arguments(arguments).build();
    }

    static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    @Override
    public void close() throws Exception {
        tomcat.stop();
        tomcat.destroy();
    }
}
