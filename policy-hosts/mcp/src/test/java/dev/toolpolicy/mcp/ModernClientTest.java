package dev.toolpolicy.mcp;

import static dev.toolpolicy.mcp.McpServers.policies;
import static dev.toolpolicy.mcp.McpServers.request;
import static dev.toolpolicy.mcp.McpServers.text;
import static dev.toolpolicy.mcp.ModernServers.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.SessionLabel;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.shared.Until;
import dev.toolpolicy.test.TestApprover;
import io.modelcontextprotocol.modern.McpException;
import io.modelcontextprotocol.modern.McpSchema.CallToolOutcome;
import io.modelcontextprotocol.modern.McpSchema.CallToolResult;
import io.modelcontextprotocol.modern.McpSchema.ElicitResult;
import io.modelcontextprotocol.modern.McpSchema.ImageContent;
import io.modelcontextprotocol.modern.McpSchema.TextContent;
import io.modelcontextprotocol.modern.McpSchema.ToolAnnotations;
import io.modelcontextprotocol.modern.client.McpClient;
import io.modelcontextprotocol.modern.client.McpSyncClient;
import io.modelcontextprotocol.modern.server.McpRequestContext;
import io.modelcontextprotocol.modern.server.McpServer;
import io.modelcontextprotocol.modern.server.McpSyncResponse;
import io.modelcontextprotocol.modern.server.feature.McpChangeFeed;
import io.modelcontextprotocol.modern.server.feature.McpSyncTool;
import io.modelcontextprotocol.modern.server.feature.McpSyncToolRepository;
import io.modelcontextprotocol.modern.server.feature.ServerChange;
import io.modelcontextprotocol.modern.server.feature.ToolsFeature;
import io.modelcontextprotocol.modern.server.feature.ToolsPage;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients with the modern classes under policies, with a real foreign server. */
class ModernClientTest {
    private static final HostPolicies ALLOW = policies("[tools.'*'.policy]", "run = 'allow'", "result = 'allow'");
    private static final CallToolRequest SEARCH = request("search", Map.of("text", "a"));

    /** The tools of the foreign server. */
    private static final Map<String, McpSyncTool> OFFERED = new TreeMap<>();

    private static ModernServers servers;
    private static String endpoint;
    private static McpChangeFeed changes;

    @BeforeAll
    static void start() throws Exception {
        servers = new ModernServers();
        changes = new McpChangeFeed();
        endpoint = servers.start(McpServer.builder()
                .serverInfo(io.modelcontextprotocol.modern.McpSchema.Implementation.builder("foreign", "1")
                        .build())
                .subscriptions(changes)
                .feature(ToolsFeature.ofSync(new McpSyncToolRepository() {
                    @Override
                    public ToolsPage list(McpRequestContext context, String cursor) {
                        return ToolsPage.of(OFFERED.values().stream()
                                .map(McpSyncTool::definition)
                                .toList());
                    }

                    @Override
                    public McpSyncTool find(McpRequestContext context, String name) {
                        return OFFERED.get(name);
                    }
                }))
                .build());
    }

    @AfterAll
    static void stop() throws Exception {
        servers.close();
    }

    @BeforeEach
    void forget() {
        servers.ran.clear();
        OFFERED.clear();
    }

    private static void offer(io.modelcontextprotocol.modern.McpSchema.Tool tool) {
        OFFERED.put(tool.name(), servers.sync(tool));
    }

    private static void offer(
            io.modelcontextprotocol.modern.McpSchema.Tool tool,
            Function<io.modelcontextprotocol.modern.McpSchema.CallToolRequest, CallToolOutcome> answer) {
        OFFERED.put(
                tool.name(), McpSyncTool.of(tool, (context, request) -> McpSyncResponse.result(answer.apply(request))));
    }

    private static PolicyMcpClient connected(HostPolicies policies) {
        return connected(policies, servers.client(endpoint, "me").build());
    }

    private static PolicyMcpClient connected(HostPolicies policies, McpSyncClient client) {
        PolicyMcpClient tools = new PolicyMcpClient(policies);
        tools.connect(client);
        return tools;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void toolsAreListedAndCalledAsThePoliciesSay(boolean asynchronous) {
        offer(tool("search", "text"));
        offer(tool("delete", "text"));
        PolicyMcpClient tools = new PolicyMcpClient(policies(
                "[tools.'*'.policy]",
                "run = 'deny'",
                "[tools.search.policy]",
                "external = true",
                "run = [{ arg = '/text', prefix = 'x', mode = 'deny', reason = 'nothing with x' }, { mode = 'allow' }]",
                "result = 'allow'"));
        if (asynchronous) {
            tools.connect(McpClient.async(servers.transport(endpoint, "me")).build());
        } else {
            tools.connect(servers.client(endpoint, "me").build());
        }
        assertThatThrownBy(() -> tools.connect(servers.client(endpoint, "me").build()))
                .isInstanceOf(IllegalStateException.class);
        PolicySession session = tools.engine().session("s");
        assertThat(text(tools.callTool(session, "0", SEARCH))).contains("List the tools again");
        assertThat(tools.listTools(session)).extracting(Tool::name).containsExactly("search");
        assertThat(text(tools.callTool(session, "1", SEARCH))).isEqualTo("did search");
        assertThat(text(tools.callTool(session, "2", request("search", Map.of("text", "xy")))))
                .contains("nothing with x");
        assertThat(tools.callTool(session, "3", request("delete", Map.of("text", "a")))
                        .isError())
                .isTrue();
        assertThat(servers.ran).hasSize(1);
        assertThat(servers.ran.get(0).arguments()).isEqualTo(Map.of("text", "a"));
    }

    /** Rounds of one call send the same arguments, and the client's handlers answer, not the model. */
    @Test
    void roundsOfInputAreOneCallWithTheApprovedArguments() {
        offer(tool("search", "text"));
        List<CallRecord> records = new CopyOnWriteArrayList<>();
        TestApprover approver = new TestApprover();
        PolicyMcpClient tools =
                connected(policies("[tools.'*'.policy]", "run = 'ask'", "result = 'allow'", "limits = [{ calls = 1 }]")
                        .engine(builder -> builder.permission(approver).onCall(records::add)));
        PolicySession session = tools.engine().session("s");
        tools.listTools(session);
        approver.thenAnswer(request -> request.edit("{\"text\": \"input, as a person says\"}"));
        assertThat(text(tools.callTool(session, "1", request("search", Map.of("text", "input")))))
                .isEqualTo("did search");
        assertThat(servers.ran).hasSize(2);
        for (var sent : servers.ran) {
            assertThat(sent.arguments()).isEqualTo(Map.of("text", "input, as a person says"));
        }
        assertThat(servers.ran.get(1).requestState()).isEqualTo("state of input, as a person says");
        assertThat(records).hasSize(1);
        assertThat(text(tools.callTool(session, "2", SEARCH))).contains("once in this session");
    }

    @Test
    void aCallWhoseInputIsMissingMeetsNoRequirement() {
        offer(tool("search", "text"));
        offer(tool("post", "text"));
        PolicyMcpClient tools = connected(
                policies(
                        "[tools.'*'.policy]",
                        "run = 'allow'",
                        "result = 'allow'",
                        "[tools.post.policy]",
                        "external = true",
                        "requires = [{ tools = ['search'] }]",
                        "[tools.search.policy]",
                        "external = true"),
                servers.client(endpoint, "me")
                        .formElicitation(form -> {
                            throw new IllegalStateException("the user has left");
                        })
                        .build());
        PolicySession session = tools.engine().session("s");
        tools.listTools(session);
        assertThat(text(tools.callTool(session, "1", request("search", Map.of("text", "input")))))
                .contains("It is unknown whether the call ran")
                .contains("the user has left");
        CallToolRequest post = request("post", Map.of("text", "a"));
        assertThat(text(tools.callTool(session, "2", post))).contains("search");
        tools.callTool(session, "3", SEARCH);
        assertThat(text(tools.callTool(session, "4", post))).isEqualTo("did post");
    }

    @Test
    void aToolThatChangedDoesNotRunUntilItIsListedAgain() throws Exception {
        offer(tool("search", "text"));
        McpSyncClient client = servers.client(endpoint, "me").build();
        PolicyMcpClient tools = connected(ALLOW, client);
        PolicySession session = tools.engine().session("s");
        CountDownLatch subscribed = new CountDownLatch(1);
        CountDownLatch told = new CountDownLatch(2);
        client.listen().toolsChanged().open(event -> {
            tools.changed(event);
            subscribed.countDown();
            told.countDown();
        });
        assertThat(subscribed.await(15, TimeUnit.SECONDS)).isTrue();
        tools.listTools(session);
        assertThat(text(tools.callTool(session, "1", SEARCH))).isEqualTo("did search");
        offer(tool("search", "text", "owner"));
        changes.broadcast(new ServerChange.ToolsListChanged());
        assertThat(told.await(15, TimeUnit.SECONDS)).isTrue();
        assertThat(text(tools.callTool(session, "2", SEARCH))).contains("List the tools again");
        tools.listTools(session);
        assertThat(text(tools.callTool(session, "3", SEARCH))).contains("owner");
        assertThat(servers.ran).hasSize(1);
    }

    /** A person approves the tool as it is at that moment. */
    @Test
    void aToolThatWasListedOtherwiseDuringAnApprovalDoesNotRun() {
        offer(tool("search", "text"));
        TestApprover approver = new TestApprover();
        PolicyMcpClient tools = connected(policies("[tools.'*'.policy]", "run = 'ask'", "result = 'allow'")
                .engine(builder -> builder.permission(approver)));
        PolicySession session = tools.engine().session("s");
        tools.listTools(session);
        approver.thenAnswer(request -> {
            offer(tool("search", "text", "owner"));
            tools.listTools(session);
            return request.approve();
        });
        assertThat(text(tools.callTool(session, "1", SEARCH))).contains("List the tools again");
        assertThat(servers.ran).isEmpty();
        approver.thenAnswer(ApprovalRequest::approve);
        assertThat(text(tools.callTool(session, "2", request("search", Map.of("text", "a", "owner", "b")))))
                .isEqualTo("did search");
    }

    private static boolean isLabeled(
            ToolAnnotations annotations,
            Function<io.modelcontextprotocol.modern.McpSchema.CallToolRequest, CallToolOutcome> answer) {
        offer(
                io.modelcontextprotocol.modern.McpSchema.Tool.builder("search", Map.of("type", "object"))
                        .annotations(annotations)
                        .build(),
                answer);
        PolicyMcpClient tools = connected(policies(
                "[results]",
                "search = { labels = [], external = true }",
                "[tools.'*'.policy]",
                "run = 'allow'",
                "result = 'allow'"));
        PolicySession session = tools.engine().session("s");
        tools.listTools(session);
        tools.callTool(session, "1", SEARCH);
        return session.labels().stream().map(SessionLabel::name).anyMatch("untrusted"::equals);
    }

    @Test
    void theServerAddsLabels() {
        ToolAnnotations open = ToolAnnotations.builder().openWorldHint(true).build();
        Map<String, Object> low = Map.of("ifc", Map.of("integrity", "low"));
        CallToolResult plain = CallToolResult.builder()
                .addContent(TextContent.builder("do it").build())
                .build();
        CallToolResult marked = CallToolResult.builder()
                .addContent(TextContent.builder("do it").build())
                .meta(low)
                .build();
        assertThat(isLabeled(null, request -> plain)).isFalse();
        assertThat(isLabeled(null, request -> marked)).isTrue();
        assertThat(isLabeled(open, request -> plain)).isTrue();
        assertThat(isLabeled(open, request -> {
                    throw new McpException(-32042, "do it");
                }))
                .isTrue();
    }

    @Test
    void aResultKeepsAllItsContent() {
        offer(
                tool("search", "text"),
                request -> CallToolResult.builder()
                        .addContent(TextContent.builder("a plan").build())
                        .addContent(ImageContent.builder("aGk=", "image/png").build())
                        .structuredContent(Map.of("rooms", 3, "doors", List.of("in", "out")))
                        .meta(Map.of("trace", "t1"))
                        .build());
        PolicyMcpClient tools = connected(ALLOW);
        PolicySession session = tools.engine().session("s");
        tools.listTools(session);
        var result = tools.callTool(session, "1", new CallToolRequest("search", Map.of("text", "a"), Map.of("k", "v")));
        assertThat(result.content()).hasSize(2);
        assertThat(result.content().get(1)).isInstanceOf(io.modelcontextprotocol.spec.McpSchema.ImageContent.class);
        assertThat(result.structuredContent()).isEqualTo(Map.of("rooms", 3, "doors", List.of("in", "out")));
        assertThat(result.meta()).containsEntry("trace", "t1");
    }

    @Test
    void anErrorThatTheServerSentIsAFailureAndALostAnswerIsUnknown() {
        offer(tool("search", "text"), request -> {
            throw new McpException(-32042, "the index is broken");
        });
        PolicyMcpClient tools = connected(ALLOW);
        PolicySession session = tools.engine().session("s");
        tools.listTools(session);
        var failed = tools.callTool(session, "1", SEARCH);
        assertThat(failed.isError()).isTrue();
        assertThat(text(failed)).contains("the index is broken").doesNotContain("unknown");
        PolicyMcpClient slow = connected(
                ALLOW,
                servers.client(endpoint, "me")
                        .roundTimeout(java.time.Duration.ofSeconds(3))
                        .build());
        PolicySession other = slow.engine().session("s");
        CountDownLatch over = new CountDownLatch(1);
        offer(tool("search", "text"), request -> {
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return CallToolResult.builder().build();
        });
        slow.listTools(other);
        var lost = slow.callTool(other, "1", SEARCH);
        over.countDown();
        assertThat(lost.isError()).isTrue();
        assertThat(text(lost)).contains("It is unknown whether the call ran");
    }

    @Test
    void anInterruptedCallOfAnAsynchronousClientEnds() throws Exception {
        offer(tool("search", "text"));
        TestApprover approver = new TestApprover();
        PolicyMcpClient tools = new PolicyMcpClient(policies("[tools.'*'.policy]", "run = 'ask'", "result = 'allow'")
                .engine(builder -> builder.permission(approver)));
        tools.connect(McpClient.async(servers.transport(endpoint, "me"))
                .formElicitation(form -> reactor.core.publisher.Mono.just(ElicitResult.accept(Map.of())))
                .build());
        PolicySession session = tools.engine().session("s");
        tools.listTools(session);
        var call = reactor.core.publisher.Mono.fromCallable(() -> tools.callTool(session, "1", SEARCH))
                .subscribeOn(reactor.core.scheduler.Schedulers.boundedElastic())
                .subscribe(result -> {}, error -> {});
        ApprovalRequest waiting = approver.next();
        call.dispose();
        Until.met("withdrawn", () -> tools.engine().openRequests() == 0);
        approver.answer(waiting.approve());
        assertThat(servers.ran).isEmpty();
    }
}
