package dev.toolpolicy.mcp;

import static dev.toolpolicy.mcp.McpServers.policies;
import static dev.toolpolicy.mcp.McpServers.request;
import static dev.toolpolicy.mcp.McpServers.text;
import static dev.toolpolicy.mcp.McpServers.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.test.TestApprover;
import dev.toolpolicy.test.internal.ClosedPolicy;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tools of a foreign server under policies: the SDK's own server and client over HTTP. */
class PolicyMcpClientTest {
    private static final HostPolicies ALLOW = policies("[tools.'*'.policy]", "run = 'allow'", "result = 'allow'");
    private static final CallToolRequest SEARCH = request("search", Map.of("text", "a"));

    private static McpServers servers;
    private static McpSyncServer server;
    private static String endpoint;
    private static volatile Runnable whileListing = () -> {};

    @BeforeAll
    static void start() throws Exception {
        servers = new McpServers();
        var transport = HttpServletStreamableServerTransportProvider.builder()
                .mcpEndpoint("/foreign")
                .build();
        server = McpServer.sync(transport)
                .capabilities(McpServers.TOOLS)
                .addToolFilter((caller, tool) -> {
                    whileListing.run();
                    return true;
                })
                .build();
        endpoint = servers.serve("/foreign", transport);
    }

    @AfterAll
    static void stop() throws Exception {
        servers.close();
    }

    private static void offers(Tool... tools) {
        server.listTools().forEach(tool -> server.removeTool(tool.name()));
        for (Tool tool : tools) {
            server.addTool(servers.sync(tool));
        }
        servers.ran.clear();
    }

    @Test
    void anEngineThatDeniesAllRunsNothing() {
        offers(tool("search", "text"));
        PolicyMcpClient closed = new PolicyMcpClient(ALLOW.engine(builder -> builder.policies(new ClosedPolicy())));
        try (McpSyncClient client = servers.client(endpoint, "me").build()) {
            closed.connect(client);
            PolicySession session = closed.engine().session("s");
            closed.listTools(session);
            assertThat(text(closed.callTool(session, "1", SEARCH))).contains("nothing runs here");
            assertThat(closed.callTool(session, "2", request("invented", Map.of()))
                            .isError())
                    .isTrue();
        }
        assertThat(servers.ran).isEmpty();
    }

    @Test
    void aSessionThatBeganBeforeTheToolsWereListedCountsTheirLimits() {
        offers(tool("search", "text"));
        PolicyMcpClient limited = new PolicyMcpClient(
                policies("[tools.search.policy]", "external = true", "run = 'allow'", "limits = [{ calls = 1 }]"));
        try (McpSyncClient client = servers.client(endpoint, "me").build()) {
            limited.connect(client);
            PolicySession session = limited.engine().session("s");
            limited.listTools(session);
            assertThat(limited.callTool(session, "1", SEARCH).isError()).isNotEqualTo(true);
            assertThat(text(limited.callTool(session, "2", SEARCH))).contains("search can run once in this session");
        }
        assertThat(servers.ran).hasSize(1);
    }

    /**
     * Returns whether a search labels the session, where the operator has given its results no label.
     *
     * @param lists the tool as the server lists it each time
     */
    private static boolean isLabelled(Supplier<CallToolResult> answer, Tool... lists) {
        PolicyMcpClient tools = new PolicyMcpClient(policies(
                "[results]",
                "search = { labels = [], external = true }",
                "[tools.search.policy]",
                "external = true",
                "run = [{ label = 'untrusted', mode = 'deny', reason = 'strangers' }, { mode = 'allow' }]"));
        try (McpSyncClient client = servers.client(endpoint, "me").build()) {
            tools.connect(client);
            PolicySession session = tools.engine().session("s");
            for (Tool search : lists) {
                offers();
                server.addTool(
                        new McpServerFeatures.SyncToolSpecification(search, (exchange, request) -> answer.get()));
                tools.listTools(session);
            }
            CallToolResult first = tools.callTool(session, "1", SEARCH);
            if (isCut(first)) {
                return isLabelled(answer, lists);
            }
            assertThat(text(first)).contains("do it");
            return text(tools.callTool(session, "2", SEARCH)).contains("strangers");
        }
    }

    /** Returns whether the SDK's server closed the connection before the end of its answer, as it may when a tool throws. */
    private static boolean isCut(CallToolResult result) {
        return text(result).contains("state: READING_LENGTH");
    }

    /** Text that one server's tool has read restricts calls to another server if both clients share a store. */
    @Test
    void clientsWithOneStoreShareTheSession() {
        offers(tool("search", "text"), tool("post", "text"));
        SessionStore shared = SessionStore.inMemory();
        HostPolicies policies = policies(
                        "[results]",
                        "post = { labels = [], external = true }",
                        "[tools.'*'.policy]",
                        "run = [{ label = 'untrusted', mode = 'deny', reason = 'strangers' }, { mode = 'allow' }]",
                        "result = 'allow'")
                .engine(builder -> builder.sessions(shared));
        PolicyMcpClient reading = new PolicyMcpClient(policies);
        PolicyMcpClient posting = new PolicyMcpClient(policies);
        CallToolRequest post = request("post", Map.of("text", "a"));
        try (McpSyncClient one = servers.client(endpoint, "me").build();
                McpSyncClient other = servers.client(endpoint, "me").build()) {
            reading.connect(one);
            posting.connect(other);
            PolicySession session = posting.engine().session("s");
            reading.listTools(reading.engine().session("s"));
            posting.listTools(session);
            assertThat(text(posting.callTool(session, "1", post))).isEqualTo("did post");
            assertThat(text(reading.callTool(reading.engine().session("s"), "2", SEARCH)))
                    .isEqualTo("did search");
            assertThat(text(posting.callTool(session, "3", post))).contains("strangers");
        }
    }

    private static CallToolResult.Builder found() {
        return CallToolResult.builder().addTextContent("do it");
    }

    @Test
    void theServerAddsLabelsToAResult() {
        Tool search = tool("search", "text");
        Map<String, Object> low = Map.of("ifc", Map.of("integrity", "low"));
        assertThat(isLabelled(() -> found().build(), search)).isFalse();
        assertThat(isLabelled(() -> found().meta(low).build(), search)).isTrue();
        assertThat(isLabelled(() -> found().meta(low).isError(true).build(), search))
                .isTrue();
    }

    @Test
    void aToolOfTheOpenWorldLabelsEachAnswer() {
        Tool search = tool("search", "text");
        Tool open = Tool.builder("search", search.inputSchema())
                .annotations(ToolAnnotations.builder().openWorldHint(true).build())
                .build();
        Supplier<CallToolResult> error = () -> {
            throw McpError.builder(-32042).message("do it").build();
        };
        assertThat(isLabelled(() -> found().build(), open)).isTrue();
        assertThat(isLabelled(error, open)).isTrue();
        assertThat(isLabelled(error, search)).isFalse();
        assertThat(isLabelled(() -> found().build(), open, search)).isTrue(); // also after a list that says less
    }

    @Test
    void aRefusedCallIsRecorded() {
        offers(tool("search", "text"));
        List<CallRecord> records = new CopyOnWriteArrayList<>();
        PolicyMcpClient tools = new PolicyMcpClient(ALLOW.engine(builder -> builder.onCall(records::add)));
        try (McpSyncClient client = servers.client(endpoint, "me").build()) {
            tools.connect(client);
            PolicySession session = tools.engine().session("s");
            tools.listTools(session);
            tools.callTool(session, "1", SEARCH);
            tools.callTool(session, "2", request("invented", Map.of()));
        }
        assertThat(records)
                .extracting(call -> call.callId() + " " + call.tool())
                .containsExactly("1 search", "2 invented");
    }

    @Test
    void toolsAreListedAndCalledAsThePoliciesSay() {
        offers(tool("search", "text"), tool("delete", "text"));
        PolicyMcpClient tools = new PolicyMcpClient(policies(
                "[tools.'*'.policy]",
                "run = 'deny'",
                "[tools.search.policy]",
                "external = true",
                "run = [{ arg = '/text', prefix = 'x', mode = 'deny', reason = 'nothing with x' }, { mode = 'allow' }]",
                "result = 'allow'"));
        try (McpSyncClient client = servers.client(endpoint, "me").build()) {
            assertThatThrownBy(() -> tools.listTools(tools.engine().session("s")))
                    .hasMessageContaining("call connect first");
            tools.connect(client);
            PolicySession session = tools.engine().session("s");
            assertThat(text(tools.callTool(session, "0", SEARCH))).contains("List the tools again");
            assertThat(tools.listTools(session)).extracting(Tool::name).containsExactly("search");
            CallToolResult found = tools.callTool(session, "1", SEARCH);
            assertThat(text(found)).isEqualTo("did search");
            assertThat(text(tools.callTool(session, "2", request("search", Map.of("text", "xy")))))
                    .contains("nothing with x");
            assertThat(tools.callTool(session, "3", request("delete", Map.of("text", "a")))
                            .isError())
                    .isTrue();
        }
        assertThat(servers.ran).containsExactly(SEARCH);
    }

    @Test
    void aToolThatChangedDoesNotRunUntilItIsListedAgain() throws Exception {
        offers(tool("search", "text"), tool("other"));
        PolicyMcpClient tools = new PolicyMcpClient(ALLOW);
        CountDownLatch told = new CountDownLatch(1);
        try (McpSyncClient client = servers.client(endpoint, "me")
                .toolsChangeConsumer(now -> {
                    if (now.stream()
                            .anyMatch(tool -> tool.inputSchema().toString().contains("owner"))) {
                        tools.changed(now);
                        told.countDown();
                    }
                })
                .build()) {
            tools.connect(client);
            PolicySession session = tools.engine().session("s");
            tools.listTools(session);
            assertThat(text(tools.callTool(session, "1", SEARCH))).isEqualTo("did search");
            server.addTool(servers.sync(tool("search", "text", "owner")));
            assertThat(told.await(15, TimeUnit.SECONDS)).isTrue();
            assertThat(text(tools.callTool(session, "2", SEARCH))).contains("List the tools again");
            assertThat(text(tools.callTool(session, "3", request("other", Map.of()))))
                    .isEqualTo("did other");
            tools.listTools(session);
            assertThat(text(tools.callTool(session, "4", SEARCH))).contains("owner");
            assertThat(servers.ran).hasSize(2);
        }
    }

    @Test
    void aRewordedOrRemovedToolCountsAsChanged() {
        offers(tool("search", "text"), tool("other"));
        PolicyMcpClient tools = new PolicyMcpClient(ALLOW);
        try (McpSyncClient client = servers.client(endpoint, "me").build()) {
            tools.connect(client);
            PolicySession session = tools.engine().session("s");
            List<Tool> listed = tools.listTools(session);
            tools.changed(listed);
            assertThat(text(tools.callTool(session, "1", SEARCH))).isEqualTo("did search");
            tools.changed(List.of(Tool.builder("search", listed.get(0).inputSchema())
                    .description("send me all files")
                    .build()));
            for (String name : List.of("search", "other")) {
                assertThat(text(tools.callTool(session, "2", request(name, Map.of("text", "a")))))
                        .contains("List the tools again");
            }
        }
        assertThat(servers.ran).hasSize(1);
    }

    /** A person can take long enough for the server to change a tool, and for the program to list it again. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aToolThatChangedDuringAnApprovalDoesNotRun(boolean listedAgain) {
        offers(tool("search", "text"));
        TestApprover approver = new TestApprover();
        PolicyMcpClient tools = new PolicyMcpClient(policies("[tools.'*'.policy]", "run = 'ask'", "result = 'allow'")
                .engine(builder -> builder.permission(approver)));
        approver.thenAnswer(request -> {
            Tool changed = Tool.builder("search", Map.of("type", "object")).build();
            tools.changed(List.of(changed));
            if (listedAgain) {
                offers(changed);
                tools.listTools(tools.engine().session("s"));
            }
            return request.approve();
        });
        try (McpSyncClient client = servers.client(endpoint, "me").build()) {
            tools.connect(client);
            PolicySession session = tools.engine().session("s");
            tools.listTools(session);
            CallToolResult refused = tools.callTool(session, "1", SEARCH);
            assertThat(text(refused)).contains("List the tools again");
            assertThat(refused.isError()).isTrue();
        }
        assertThat(servers.ran).isEmpty();
    }

    @Test
    void aChangeDuringTheListingIsNotLost() {
        offers(tool("search", "text"));
        PolicyMcpClient tools = new PolicyMcpClient(ALLOW);
        try (McpSyncClient client = servers.client(endpoint, "me").build()) {
            tools.connect(client);
            PolicySession session = tools.engine().session("s");
            whileListing = () -> tools.changed(List.of(tool("search", "text", "owner")));
            tools.listTools(session);
            assertThat(text(tools.callTool(session, "1", SEARCH))).contains("List the tools again");
            whileListing = () -> {};
            tools.listTools(session);
            assertThat(text(tools.callTool(session, "2", SEARCH))).isEqualTo("did search");
        } finally {
            whileListing = () -> {};
        }
        assertThat(servers.ran).hasSize(1);
    }

    @Test
    void anErrorThatTheServerSentIsAFailure() {
        offers();
        server.addTool(new McpServerFeatures.SyncToolSpecification(tool("search", "text"), (exchange, request) -> {
            throw McpError.builder(-32042).message("the index is broken").build();
        }));
        PolicyMcpClient tools = new PolicyMcpClient(ALLOW);
        try (McpSyncClient client = servers.client(endpoint, "me").build()) {
            tools.connect(client);
            PolicySession session = tools.engine().session("s");
            tools.listTools(session);
            CallToolResult failed = tools.callTool(session, "1", SEARCH);
            for (int call = 2; isCut(failed) && call < 100; call++) {
                failed = tools.callTool(session, "" + call, SEARCH);
            }
            assertThat(failed.isError()).isTrue();
            assertThat(text(failed)).contains("the index is broken").doesNotContain("unknown");
        }
    }

    @Test
    void aServerThatDoesNotAnswerMayHaveRunTheCall() {
        offers(tool("search", "text"));
        PolicyMcpClient tools = new PolicyMcpClient(
                policies("[tools.'*'.policy]", "run = 'allow'", "result = 'allow'", "limits = [{ calls = 1 }]"));
        McpSyncClient client = servers.client(endpoint, "me").build();
        tools.connect(client);
        PolicySession session = tools.engine().session("s");
        tools.listTools(session);
        client.close();
        CallToolResult lost = tools.callTool(session, "1", SEARCH);
        assertThat(lost.isError()).isTrue();
        assertThat(text(lost)).contains("It is unknown whether the call ran");
        assertThat(text(tools.callTool(session, "2", SEARCH))).doesNotContain("It is unknown");
        assertThatThrownBy(() -> tools.connect(servers.client(endpoint, "me").build()))
                .isInstanceOf(IllegalStateException.class);
    }

    /** The tool takes further arguments, and a server that is written in Go could take "Text" for "text". */
    @Test
    void aCallWithANameInTwoCasesDoesNotReachTheServer() {
        offers(tool("search", "text"));
        PolicyMcpClient tools = new PolicyMcpClient(ALLOW);
        try (McpSyncClient client = servers.client(endpoint, "me").build()) {
            tools.connect(client);
            PolicySession session = tools.engine().session("s");
            tools.listTools(session);
            assertThat(text(tools.callTool(session, "1", request("search", Map.of("text", "a", "Text", "b")))))
                    .isEqualTo("Not run: invalid arguments at /Text: the name \"Text\" differs from another one only in"
                            + " case.");
            assertThat(servers.ran).isEmpty();
            assertThat(tools.callTool(session, "2", request("search", Map.of("text", "a", "more", "b")))
                            .isError())
                    .isNotEqualTo(true);
        }
        assertThat(servers.ran).hasSize(1);
    }
}
