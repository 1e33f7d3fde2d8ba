package dev.toolpolicy.mcp;

import static dev.toolpolicy.mcp.McpServers.policies;
import static dev.toolpolicy.mcp.ModernServers.text;
import static dev.toolpolicy.mcp.ModernServers.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.mcp.ModernServers.Kind;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.SessionLabel;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.shared.Until;
import dev.toolpolicy.test.TestApprover;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.modern.McpException;
import io.modelcontextprotocol.modern.McpSchema.CacheScope;
import io.modelcontextprotocol.modern.McpSchema.CallToolOutcome;
import io.modelcontextprotocol.modern.McpSchema.CallToolRequest;
import io.modelcontextprotocol.modern.McpSchema.CallToolResult;
import io.modelcontextprotocol.modern.McpSchema.ElicitResult;
import io.modelcontextprotocol.modern.McpSchema.InputRequiredResult;
import io.modelcontextprotocol.modern.McpSchema.ProgressParams;
import io.modelcontextprotocol.modern.McpSchema.Tool;
import io.modelcontextprotocol.modern.client.McpClient;
import io.modelcontextprotocol.modern.client.McpSyncClient;
import io.modelcontextprotocol.modern.client.transport.McpClientTransport;
import io.modelcontextprotocol.modern.client.transport.StdioMcpClientTransport;
import io.modelcontextprotocol.modern.server.McpAsyncResponse;
import io.modelcontextprotocol.modern.server.McpServer;
import io.modelcontextprotocol.modern.server.McpSyncResponse;
import io.modelcontextprotocol.modern.server.feature.McpAsyncTool;
import io.modelcontextprotocol.modern.server.feature.McpSyncTool;
import io.modelcontextprotocol.modern.server.feature.ToolsFeature;
import io.modelcontextprotocol.modern.server.transport.StdioMcpTransport;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/** Servers with the modern classes under policies, with the SDK's own modern client. */
class ModernServerTest {
    private static final Map<String, Object> A = Map.of("text", "a");

    private static ModernServers servers;

    @BeforeAll
    static void start() throws Exception {
        servers = new ModernServers();
    }

    @AfterAll
    static void stop() throws Exception {
        servers.close();
    }

    @BeforeEach
    void forget() {
        servers.ran.clear();
    }

    private static McpSyncClient client(Kind kind, PolicyMcp policy, Tool... tools) {
        String endpoint = servers.start(ModernServers.server(servers.feature(kind, policy, tools)));
        return servers.client(endpoint, "ann").build();
    }

    private static CallToolOutcome once(McpSyncClient client, String tool, String text) {
        return client.tool(tool).arguments(Map.of("text", text)).callOnce();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void eachCallerSeesAndCallsWhatTheyMay(Kind kind) {
        PolicyMcp policy = PolicyMcp.of(McpServers.ROLES, McpServers::byUser);
        String endpoint = servers.start(
                ModernServers.server(servers.feature(kind, policy, tool("read", "text"), tool("write", "text"))));
        McpSyncClient ann = servers.client(endpoint, "ann").build();
        McpSyncClient bob = servers.client(endpoint, "bob").build();
        assertThat(ann.listTools().list().tools()).extracting(Tool::name).containsExactly("read", "write");
        assertThat(bob.listTools().list().tools()).extracting(Tool::name).containsExactly("read");
        assertThat(bob.tools().list().cacheScope()).isEqualTo(CacheScope.PRIVATE);
        assertThat(text(once(ann, "write", "a"))).isEqualTo("did write");
        assertThat(text(once(bob, "read", "xy"))).contains("nothing with x");
        assertThat(text(once(bob, "read", "a"))).isEqualTo("did read");
        CallToolResult denied = (CallToolResult) servers.client(endpoint, "bob")
                .build()
                .tool(tool("write", "text"))
                .arguments(A)
                .callOnce();
        assertThat(denied.isError()).isTrue();
        assertThat(text(denied)).contains("only for Ann");
        assertThat(servers.ran).extracting(CallToolRequest::name).containsExactly("write", "read");
        assertThatThrownBy(() -> ann.tool(tool("invented", "text")).arguments(A).call())
                .isInstanceOf(McpException.class);
        McpSyncClient stranger = servers.client(endpoint, "").build();
        assertThatThrownBy(() -> stranger.listTools().list()).isInstanceOf(McpException.class);
        assertThatThrownBy(
                        () -> stranger.tool(tool("read", "text")).arguments(A).call())
                .isInstanceOf(McpException.class);
        assertThat(servers.ran).hasSize(2);
    }

    /** A tool that asks for input has done nothing that a requirement could rest on. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void onlyACompleteCallMeetsARequirement(Kind kind) {
        HostPolicies order = policies(
                "[tools.'*'.policy]",
                "run = 'allow'",
                "result = 'allow'",
                "[tools.write.policy]",
                "requires = [{ tools = ['read'] }]");
        McpSyncClient client =
                client(kind, PolicyMcp.of(order, McpServers::plain), tool("read", "text"), tool("write", "text"));
        for (String text : List.of("fail", "throw", "input")) {
            CallToolOutcome result = once(client, "read", text);
            assertThat(result instanceof InputRequiredResult).isEqualTo(text.equals("input"));
            assertThat(text(once(client, "write", "a"))).as(text).contains("read");
        }
        assertThat(text(client.tool("read").arguments(Map.of("text", "input")).call()))
                .isEqualTo("did read");
        assertThat(text(once(client, "write", "a"))).isEqualTo("did write");
        assertThat(servers.ran).extracting(CallToolRequest::name).last().isEqualTo("write");
    }

    /** The client may send anything with the input: it is decided as any call is. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void aCallThatBringsInputIsDecidedByItsOwnArguments(Kind kind) {
        HostPolicies limited = policies(
                "[tools.'*'.policy]",
                "run = [{ arg = '/text', prefix = 'input', mode = 'allow' }, { mode = 'deny', reason = 'not this' }]",
                "result = 'allow'",
                "limits = [{ calls = 3 }]");
        McpSyncClient client = client(kind, PolicyMcp.of(limited, McpServers::plain), tool("read", "text"));
        InputRequiredResult asked = (InputRequiredResult) once(client, "read", "input");
        assertThat(asked.inputRequests()).containsOnlyKeys("who");
        Map<String, Object> responses = Map.of("who", ElicitResult.accept(Map.of("name", "ann")));
        assertThat(text(client.tool("read")
                        .arguments(A)
                        .inputResponses(responses)
                        .requestState(asked.requestState())
                        .call()))
                .contains("not this");
        assertThat(servers.ran).hasSize(1);
        var again = client.tool("read")
                .arguments(Map.of("text", "input"))
                .inputResponses(responses)
                .requestState(asked.requestState());
        assertThat(text(again.call())).isEqualTo("did read");
        assertThat(servers.ran.get(1).requestState()).isEqualTo("state of input");
        assertThat(servers.ran.get(1).inputResponses())
                .isEqualTo(Map.of("who", Map.of("action", "accept", "content", Map.of("name", "ann"))));
        assertThat(text(again.call())).isEqualTo("did read");
        assertThat(text(again.call())).as("each sending counts").contains("3 times");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void onlyThePersonOfTheServerApproves(Kind kind) {
        TestApprover approver = new TestApprover();
        PolicyMcp policy = PolicyMcp.of(
                policies("[tools.read.policy]", "run = 'ask'", "result = 'allow'")
                        .engine(builder -> builder.permission(approver)),
                McpServers::plain);
        McpSyncClient client = client(kind, policy, tool("read", "text"));
        approver.thenAnswer(request -> request.decline("not now"));
        assertThat(text(client.tool("read").arguments(A).call())).contains("not now");
        assertThat(servers.ran).isEmpty();
        approver.thenAnswer(ApprovalRequest::approve);
        approver.thenAnswer(request -> request.decline("not with this input"));
        assertThat(text(client.tool("read").arguments(Map.of("text", "input")).call()))
                .contains("not with this input");
        assertThat(servers.ran).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void whatAnIncompleteResultBringsIsLabeledAndKept(Kind kind) {
        TestApprover approver = new TestApprover();
        PolicyMcp policy = PolicyMcp.of(
                policies(
                                "[results]",
                                "read = { labels = [] }",
                                "write = { labels = [] }",
                                "[tools.ask.policy]",
                                "run = 'allow'",
                                "result = 'ask'",
                                "[tools.read.policy]",
                                "run = 'allow'",
                                "result = 'allow'",
                                "[tools.write.policy]",
                                "run = 'allow'",
                                "result = 'deny'")
                        .engine(builder -> builder.permission(approver)),
                McpServers::plain);
        McpSyncClient client = client(kind, policy, tool("read", "text"), tool("write", "text"), tool("ask", "text"));
        PolicySession session = policy.engine().session("one");
        once(client, "read", "input");
        assertThat(session.labels()).isEmpty();
        once(client, "read", "input, low");
        assertThat(session.labels()).extracting(SessionLabel::name).containsExactly("untrusted");
        approver.thenAnswer(
                request -> request.decline(request.result().orElseThrow().textValue()));
        assertThat(text(once(client, "ask", "input"))).contains("Who are you?");
        CallToolResult kept = (CallToolResult) once(client, "write", "input");
        assertThat(kept.isError()).isTrue();
        assertThat(text(kept)).doesNotContain("Who are you?");
    }

    @Test
    void aToolReportsItsProgressAndItsOwnErrors() {
        McpException own = new McpException(-32042, "open this page");
        PolicyMcp policy = PolicyMcp.of(McpServers.ALLOW, McpServers::plain);
        McpServer server = McpServer.builder()
                .serverInfo(io.modelcontextprotocol.modern.McpSchema.Implementation.builder("notes", "1")
                        .build())
                .feature(ToolsFeature.ofSync(policy.guard(
                        McpSyncTool.of(
                                tool("read", "text"),
                                (context, request) -> McpSyncResponse.streaming(notifier -> {
                                    notifier.progress(1, 2.0, "half");
                                    return servers.answer(request);
                                })),
                        McpSyncTool.of(tool("write", "text"), (context, request) -> {
                            throw own;
                        }))))
                .build();
        McpSyncClient client = servers.client(servers.start(server), "ann").build();
        List<ProgressParams> progress = new CopyOnWriteArrayList<>();
        assertThat(text(client.tool("read").arguments(A).progress(progress::add).call()))
                .isEqualTo("did read");
        assertThat(progress).extracting(ProgressParams::message).containsExactly("half");
        assertThatThrownBy(() -> client.tool("write").arguments(A).call())
                .isInstanceOf(McpException.class)
                .hasMessageContaining("open this page");
    }

    @Test
    void toolsThatComeLaterAreServedAndReplacedOnesAreNot() {
        PolicyMcp policy = PolicyMcp.of(McpServers.ALLOW, McpServers::plain);
        McpSyncClient client = client(Kind.SYNC, policy, tool("read", "text"));
        assertThat(client.listTools().list().tools()).extracting(Tool::name).containsExactly("read");
        policy.guard(servers.sync(tool("read", "text", "owner")), servers.sync(tool("add", "text")));
        assertThat(client.listTools().skipCache().list().tools())
                .extracting(Tool::name)
                .containsExactly("add", "read");
        assertThat(text(client.tool("add").arguments(A).call())).isEqualTo("did add");
        assertThat(text(client.tool("read").arguments(A).call())).contains("owner");
        policy.guard(servers.async(tool("read", "text")));
        assertThat(text(client.tool("read")
                        .arguments(Map.of("text", "a", "owner", "b"))
                        .call()))
                .contains("has been replaced");
        assertThat(client.listTools().skipCache().list().tools())
                .extracting(Tool::name)
                .containsExactly("add");
        assertThat(servers.ran).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aNoticeOfAToolWithAnOutputSchemaReachesTheClient(Kind kind) {
        Tool described = Tool.builder("read", Map.of("type", "object"))
                .outputSchema(Map.of("type", "object"))
                .build();
        PolicyMcp policy =
                PolicyMcp.of(policies("[tools.read.policy]", "run = 'allow'", "result = 'deny'"), McpServers::plain);
        CallToolResult result =
                (CallToolResult) client(kind, policy, described).tool("read").callOnce();
        assertThat(result.isError()).isTrue();
        assertThat(servers.ran).hasSize(1);
    }

    /** The client gets an answer even if the author's code has none. */
    @Test
    void aToolWithoutAnAnswerHasAnUnknownSuccess() {
        PolicyMcp policy = PolicyMcp.of(McpServers.ALLOW, McpServers::plain);
        ToolsFeature sync = ToolsFeature.ofSync(policy.guard(
                McpSyncTool.of(tool("null", "text"), (context, request) -> null),
                McpSyncTool.of(tool("empty", "text"), (context, request) -> McpSyncResponse.result(null)),
                McpSyncTool.of(tool("error", "text"), (context, request) -> {
                    throw new LinkageError("no class");
                })));
        McpSyncClient client =
                servers.client(servers.start(ModernServers.server(sync)), "ann").build();
        for (String name : List.of("null", "empty", "error")) {
            assertThat(((CallToolResult) once(client, name, "a")).isError())
                    .as(name)
                    .isTrue();
        }
        ToolsFeature async = ToolsFeature.ofAsync(policy.guard(
                McpAsyncTool.of(tool("null", "text"), (context, request) -> null),
                McpAsyncTool.of(tool("empty", "text"), (context, request) -> Mono.empty()),
                McpAsyncTool.of(
                        tool("error", "text"),
                        (context, request) -> Mono.just(McpAsyncResponse.streaming(notifier -> {
                            throw new LinkageError("no class");
                        })))));
        McpSyncClient other = servers.client(servers.start(ModernServers.server(async)), "ann")
                .build();
        for (String name : List.of("null", "empty", "error")) {
            assertThat(((CallToolResult) once(other, name, "a")).isError())
                    .as(name)
                    .isTrue();
        }
    }

    /** The protocol cancels over HTTP by closing the stream, and over standard input and output by a notification. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void aCancelledCallEndsAndAnApprovalThatComesLateRunsNothing(Kind kind) throws Exception {
        TestApprover approver = new TestApprover();
        BlockingQueue<CallRecord> records = new LinkedBlockingQueue<>();
        PolicyMcp policy = PolicyMcp.of(
                policies("[tools.read.policy]", "run = 'ask'", "result = 'allow'", "limits = [{ calls = 1 }]")
                        .engine(builder -> builder.permission(approver).onCall(records::add)),
                McpServers::plain);
        McpServer server = ModernServers.server(servers.feature(kind, policy, tool("read", "text")));
        PipedInputStream toServer = new PipedInputStream();
        PipedInputStream toClient = new PipedInputStream();
        PipedOutputStream fromClient = new PipedOutputStream(toServer);
        new StdioMcpTransport(server, McpJsonDefaults.getMapper(), toServer, new PipedOutputStream(toClient))
                .start()
                .subscribe();
        String endpoint = servers.start(server);
        try (StdioMcpClientTransport pipe =
                StdioMcpClientTransport.builder(toClient, fromClient).start()) {
            List<McpClientTransport> transports = new ArrayList<>(List.of(pipe));
            if (kind == Kind.ASYNC) { // a synchronous tool occupies the thread that would notice over HTTP
                transports.add(servers.transport(endpoint, "ann"));
            }
            for (McpClientTransport transport : transports) {
                Disposable call = McpClient.async(transport)
                        .build()
                        .tool(tool("read", "text"))
                        .arguments(A)
                        .call()
                        .subscribe();
                ApprovalRequest waiting = approver.next();
                assertThat(policy.engine().openRequests()).isEqualTo(1);
                call.dispose();
                assertThat(records.poll(20, TimeUnit.SECONDS))
                        .as("it ends, once the server has noticed")
                        .isNotNull();
                Until.met("withdrawn", () -> policy.engine().openRequests() == 0);
                approver.answer(waiting.approve());
            }
            assertThat(servers.ran).isEmpty();
            approver.thenAnswer(ApprovalRequest::approve);
            assertThat(text(McpClient.sync(pipe)
                            .build()
                            .tool("read")
                            .arguments(A)
                            .call()))
                    .as("no limit counts the first ones")
                    .isEqualTo("did read");
        }
    }
}
