package dev.toolpolicy.mcp;

import static dev.toolpolicy.mcp.McpServers.call;
import static dev.toolpolicy.mcp.McpServers.policies;
import static dev.toolpolicy.mcp.McpServers.request;
import static dev.toolpolicy.mcp.McpServers.text;
import static dev.toolpolicy.mcp.McpServers.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.mcp.McpServers.Kind;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.shared.Until;
import dev.toolpolicy.test.TestApprover;
import dev.toolpolicy.test.internal.ClosedPolicy;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpStatelessServerFeatures;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/** Servers of every kind under policies, with the SDK's own client over HTTP. */
class PolicyMcpTest {
    private static final Map<String, Object> A = Map.of("text", "a");

    private static McpServers servers;

    @BeforeAll
    static void start() throws Exception {
        servers = new McpServers();
    }

    @AfterAll
    static void stop() throws Exception {
        servers.close();
    }

    @BeforeEach
    void forget() {
        servers.ran.clear();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void anEngineThatDeniesAllRunsNothing(Kind kind) {
        PolicyMcp closed = PolicyMcp.of(
                McpServers.ALLOW.engine(builder -> builder.policies(new ClosedPolicy())), McpServers::plain);
        try (McpSyncClient client = servers.client(
                        servers.start(kind, closed, tool("read", "text"), tool("write", "text")), "ann")
                .build()) {
            assertThat(text(call(client, "read", A))).contains("nothing runs here");
            assertThat(call(client, "write", A).isError()).isTrue();
            assertThatThrownBy(() -> call(client, "invented", A)).isInstanceOf(McpError.class);
        }
        assertThat(servers.ran).isEmpty();
    }

    /** A client's calls hold its model's words; only the service knows the user's. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void whatACallSaysIsNotTheUsers(Kind kind) {
        PolicyMcp policy = PolicyMcp.of(
                policies(
                        "[tools.'*'.policy]",
                        "run = [{ mode = 'allow' }]",
                        "result = 'allow'",
                        "[tools.write.policy]",
                        "run = [{ arg = '/text', from = ['request'], mode = 'allow' }, { mode = 'deny' }]",
                        "result = 'allow'"),
                McpServers::plain);
        String endpoint = servers.start(kind, policy, tool("read", "text"), tool("write", "text"));
        try (McpSyncClient client = servers.client(endpoint, "ann").build()) {
            assertThat(call(client, "read", A).isError()).isNotEqualTo(true);
            assertThat(call(client, "write", A).isError()).isTrue();
            policy.engine().session("one").userMessage("Write a please.");
            assertThat(text(call(client, "write", A))).isEqualTo("did write");
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void eachCallerSeesAndCallsWhatTheyMay(Kind kind) {
        PolicyMcp policy = PolicyMcp.of(McpServers.ROLES, McpServers::byUser);
        String endpoint = servers.start(kind, policy, tool("read", "text"), tool("write", "text"));
        try (McpSyncClient ann = servers.client(endpoint, "ann").build();
                McpSyncClient bob = servers.client(endpoint, "bob").build()) {
            assertThat(ann.listTools().tools()).extracting(Tool::name).containsExactlyInAnyOrder("read", "write");
            assertThat(bob.listTools().tools()).extracting(Tool::name).containsExactly("read");
            assertThat(text(call(ann, "write", A))).isEqualTo("did write");
            CallToolResult denied = call(bob, "write", A);
            assertThat(denied.isError()).isTrue();
            assertThat(text(denied)).contains("only for Ann");
            assertThat(text(call(bob, "read", Map.of("text", "xy")))).contains("nothing with x");
            assertThat(text(call(bob, "read", A))).isEqualTo("did read");
        }
        assertThat(servers.ran).extracting(CallToolRequest::name).containsExactly("write", "read");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aCallerWithoutASessionSeesAndRunsNothing(Kind kind) {
        PolicyMcp policy = PolicyMcp.of(McpServers.ROLES, McpServers::byUser);
        try (McpSyncClient stranger = servers.client(
                        servers.start(kind, policy, tool("read", "text"), tool("write", "text")), "")
                .build()) {
            assertThatThrownBy(stranger::listTools).isInstanceOf(McpError.class);
            assertThatThrownBy(() -> call(stranger, "read", A)).isInstanceOf(McpError.class);
        }
        assertThat(servers.ran).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aToolThatFailsMeetsNoRequirement(Kind kind) {
        HostPolicies order = policies(
                "[tools.'*'.policy]",
                "run = 'allow'",
                "result = 'allow'",
                "[tools.write.policy]",
                "requires = [{ tools = ['read'] }]");
        PolicyMcp policy = PolicyMcp.of(order, McpServers::plain);
        String endpoint = servers.start(kind, policy, tool("read", "text"), tool("write", "text"));
        try (McpSyncClient client = servers.client(endpoint, "ann").build()) {
            assertThat(text(call(client, "read", Map.of("text", "fail")))).isEqualTo("did read");
            assertThat(text(call(client, "read", Map.of("text", "throw")))).contains("no paper");
            assertThat(text(call(client, "write", A))).contains("read");
            assertThat(servers.ran).hasSize(2);
            call(client, "read", A);
            assertThat(text(call(client, "write", A))).isEqualTo("did write");
        }
    }

    private static CallToolResult direct(
            McpStatelessServerFeatures.AsyncToolSpecification tool, Map<String, Object> arguments) {
        return tool.callHandler()
                .apply(McpTransportContext.EMPTY, request("read", arguments))
                .block(Duration.ofSeconds(10));
    }

    private static CallToolResult direct(SyncToolSpecification tool, Map<String, Object> arguments) {
        return tool.callHandler()
                .apply(
                        new io.modelcontextprotocol.server.McpSyncServerExchange(
                                new io.modelcontextprotocol.server.McpAsyncServerExchange(
                                        "1", null, null, null, McpTransportContext.EMPTY)),
                        new CallToolRequest("read", arguments, Map.of("trace", "t1")));
    }

    @Test
    void theToolGetsWhatWasApprovedAndTheClientItsOwnResult() {
        HostPolicies withheld = policies(
                "[tools.read.policy]",
                "run = 'allow'",
                "result = [{ arg = '/text', prefix = 'quiet', mode = 'deny' }, { mode = 'allow' }]");
        SyncToolSpecification tool = PolicyMcp.of(withheld, McpServers::plain)
                .guard(servers.sync(tool("read", "text")))
                .get(0);
        assertThat(direct(tool, A).content())
                .isEqualTo(servers.answer(request("read", A)).content());
        assertThat(servers.ran.get(0)).isEqualTo(new CallToolRequest("read", A, Map.of("trace", "t1")));
        assertThat(text(direct(tool, Map.of("text", "quiet")))).contains("Its result is not shown");
        assertThat(text(direct(tool, Map.of("txt", "a")))).contains("text");
    }

    @Test
    void aNoticeOfAToolWithAnOutputSchemaReachesTheClient() {
        Tool described = Tool.builder("read", Map.of("type", "object"))
                .outputSchema(Map.of("type", "object"))
                .build();
        SyncToolSpecification tool = PolicyMcp.of(
                        policies("[tools.read.policy]", "run = 'allow'", "result = 'deny'"), McpServers::plain)
                .guard(servers.sync(described))
                .get(0);
        assertThat(direct(tool, A).isError()).isTrue();
        assertThat(servers.ran).hasSize(1);
    }

    /** The client's model reads both, so a person must see both, and once what is the same. */
    @Test
    void aPersonSeesTheStructuredContentOfAResult() {
        TestApprover approver = new TestApprover();
        PolicyMcp policy = PolicyMcp.of(
                policies("[tools.'*'.policy]", "run = 'allow'", "result = 'ask'")
                        .engine(builder -> builder.permission(approver)),
                McpServers::plain);
        Map<String, String> shown = new java.util.TreeMap<>();
        for (String text : List.of("all is well", "{\"rate\" : 2.5}", "")) {
            SyncToolSpecification tool = policy.guard(new SyncToolSpecification(
                            tool("read", "text"),
                            (exchange, request) -> CallToolResult.builder()
                                    .addTextContent(text)
                                    .structuredContent(Map.of("rate", 2.5))
                                    .build()))
                    .get(0);
            approver.thenAnswer(request -> {
                shown.put(text, request.result().orElseThrow().textValue());
                return request.approve();
            });
            assertThat(direct(tool, A).structuredContent()).isEqualTo(Map.of("rate", 2.5));
        }
        assertThat(shown)
                .isEqualTo(Map.of(
                        "all is well",
                        "all is well\n{\"rate\":2.5}",
                        "{\"rate\" : 2.5}",
                        "{\"rate\" : 2.5}",
                        "",
                        "{\"rate\":2.5}"));
    }

    @Test
    void errorsOfTheProtocolStayTheToolsOwn() {
        McpError own = McpError.builder(-32042).message("open this page").build();
        SyncToolSpecification tool = new SyncToolSpecification(tool("read", "text"), (exchange, request) -> {
            throw own;
        });
        SyncToolSpecification guarded =
                PolicyMcp.of(McpServers.ALLOW, McpServers::plain).guard(tool).get(0);
        assertThatThrownBy(() -> direct(guarded, A)).isSameAs(own);
        var stream = PolicyMcp.of(McpServers.ALLOW, McpServers::plain)
                .guard(new McpStatelessServerFeatures.AsyncToolSpecification(
                        tool("read", "text"), (caller, request) -> Mono.error(own)))
                .get(0);
        assertThatThrownBy(() -> direct(stream, A)).isSameAs(own);
    }

    @Test
    void aResolverThatReturnsNullStopsTheCall() {
        SyncToolSpecification tool = PolicyMcp.of(McpServers.ALLOW, (engine, caller) -> null)
                .guard(servers.sync(tool("read", "text")))
                .get(0);
        assertThatThrownBy(() -> direct(tool, A))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has no session");
        assertThatThrownBy(() -> tool.callHandler().apply(null, request("read", A)))
                .isInstanceOf(NullPointerException.class);
        assertThat(servers.ran).isEmpty();
    }

    @Test
    void aToolThatWasReplacedDoesNotRun() {
        List<CallRecord> records = new CopyOnWriteArrayList<>();
        PolicyMcp policy =
                PolicyMcp.of(McpServers.ALLOW.engine(builder -> builder.onCall(records::add)), McpServers::plain);
        SyncToolSpecification before =
                policy.guard(servers.sync(tool("read", "text"))).get(0);
        var stream = policy.guard(new McpStatelessServerFeatures.AsyncToolSpecification(
                        tool("read", "text"), (caller, call) -> Mono.fromCallable(() -> servers.answer(call))))
                .get(0);
        SyncToolSpecification after =
                policy.guard(servers.sync(tool("read", "text", "owner"))).get(0);
        assertThat(text(direct(before, A))).contains("has been replaced");
        assertThat(text(direct(stream, A))).contains("has been replaced");
        assertThat(records).extracting(CallRecord::tool).containsExactly("read", "read");
        assertThat(servers.ran).isEmpty();
        assertThat(text(direct(after, Map.of("text", "a", "owner", "b")))).isEqualTo("did read");
        assertThat(policy.filter().isVisible(McpTransportContext.EMPTY, before.tool()))
                .isFalse();
        assertThat(policy.filter().isVisible(McpTransportContext.EMPTY, after.tool()))
                .isTrue();
        assertThat(policy.filter().isVisible(McpTransportContext.EMPTY, tool("unguarded")))
                .isFalse();
    }

    /** A person can take long enough for the server to replace a tool that a call was decided by. */
    @Test
    void aToolThatWasReplacedDuringAnApprovalDoesNotRun() {
        TestApprover approver = new TestApprover();
        PolicyMcp policy = PolicyMcp.of(
                policies("[tools.read.policy]", "run = 'ask'", "result = 'allow'")
                        .engine(builder -> builder.permission(approver)),
                McpServers::plain);
        for (int i = 0; i < 2; i++) {
            approver.thenAnswer(request -> {
                policy.guard(servers.sync(tool("read", "text", "owner")));
                return request.approve();
            });
        }
        var sync = policy.guard(servers.sync(tool("read", "text"))).get(0);
        assertThat(text(direct(sync, A))).contains("has been replaced");
        var stream = policy.guard(new McpStatelessServerFeatures.AsyncToolSpecification(
                        tool("read", "text"), (caller, call) -> Mono.fromCallable(() -> servers.answer(call))))
                .get(0);
        assertThat(text(direct(stream, A))).contains("has been replaced");
        assertThat(servers.ran).isEmpty();
    }

    @Test
    void mistakesStopTheStart() {
        assertThatThrownBy(() -> PolicyMcp.of(policies("[tools.raed.policy]", "run = 'allow'"), McpServers::plain)
                        .guard(servers.sync(tool("read", "text"))))
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContaining("read");
        assertThatThrownBy(() -> PolicyMcp.of(McpServers.ALLOW, McpServers::plain)
                        .guard(servers.sync(tool("read", "text")), servers.sync(tool("read", "text"))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () -> PolicyMcp.of(McpServers.ALLOW, McpServers::plain).engine())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("guard");
    }

    @Test
    void aCancelledCallEndsAndAnApprovalThatComesLateRunsNothing() throws Exception {
        TestApprover approver = new TestApprover();
        CountDownLatch ended = new CountDownLatch(1);
        CountDownLatch recorded = new CountDownLatch(1);
        HostPolicies asking = policies(
                        "[tools.write.policy]",
                        "run = 'ask'",
                        "limits = [{ calls = 1 }]",
                        "[tools.read.policy]",
                        "run = 'allow'")
                .engine(builder -> builder.permission(approver).onCall(call -> recorded.countDown()));
        CountDownLatch reading = new CountDownLatch(1);
        PolicyMcp policy = PolicyMcp.of(asking, McpServers::plain);
        List<McpStatelessServerFeatures.AsyncToolSpecification> tools = policy.guard(
                new McpStatelessServerFeatures.AsyncToolSpecification(
                        tool("write", "text"), (caller, call) -> Mono.fromCallable(() -> servers.answer(call))),
                new McpStatelessServerFeatures.AsyncToolSpecification(
                        tool("read", "text"),
                        (caller, call) -> Mono.<CallToolResult>never()
                                .doOnSubscribe(subscription -> reading.countDown())
                                .doOnCancel(ended::countDown)));
        Disposable write = tools.get(0)
                .callHandler()
                .apply(McpTransportContext.EMPTY, request("write", A))
                .subscribe();
        ApprovalRequest waiting = approver.next();
        assertThat(policy.engine().openRequests()).isEqualTo(1);
        write.dispose();
        Until.met(
                "withdrawn; the call may still be starting",
                () -> policy.engine().openRequests() == 0);
        approver.answer(waiting.approve());
        assertThat(recorded.await(10, TimeUnit.SECONDS)).isTrue();
        Disposable read = tools.get(1)
                .callHandler()
                .apply(McpTransportContext.EMPTY, request("read", A))
                .subscribe();
        assertThat(reading.await(10, TimeUnit.SECONDS)).isTrue();
        read.dispose();
        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(servers.ran).isEmpty();

        Disposable again = tools.get(0)
                .callHandler()
                .apply(McpTransportContext.EMPTY, request("write", A))
                .subscribe();
        assertThat(approver.next()).as("no limit counts the first one").isNotNull();
        again.dispose();
    }
}
