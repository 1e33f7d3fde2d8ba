package dev.toolpolicy.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.test.ClosedPolicy;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The arguments that a guarded tool passes to the tool, and the results that it passes to the client. */
class GuardedToolTest {
    private static final String TOOLS = """
        [tools.report]
        parameters.summary = { type = "string", required = true }
        parameters.urgent = { type = "boolean", default = false }

        [tools.report.policy]
        run = "allow"
        result = [{ arg = "/summary", prefix = "quiet", mode = "deny" }, { mode = "allow" }]
        """;

    private final List<CallToolRequest> ran = new ArrayList<>();
    private final CallToolResult done =
            CallToolResult.builder().addTextContent("one").addTextContent("two").build();
    private final CallToolResult failed =
            CallToolResult.builder().addTextContent("no paper").isError(true).build();

    private static PolicyEngineBuilder engine() {
        return PolicyEngine.builder().configuration(PolicyConfiguration.of(ConfigurationFormat.TOML, "tools", TOOLS));
    }

    private CallToolResult call(PolicyEngine engine, Map<String, Object> arguments) {
        PolicySession session = engine.session("s");
        SyncToolSpecification tool = new SyncToolSpecification(
                Tool.builder("report", Map.of("type", "object")).build(), (client, request) -> {
                    ran.add(request);
                    return request.arguments().get("summary").toString().contains("fail") ? failed : done;
                });
        return GuardedTool.of(tool, client -> session)
                .callHandler()
                .apply(
                        new McpSyncServerExchange((McpAsyncServerExchange) null),
                        new CallToolRequest("report", arguments, Map.of("trace", "t1")));
    }

    @Test
    void theToolGetsWhatWasCheckedAndTheClientItsOwnResult() {
        assertThat(call(engine().build(), Map.of("summary", "a"))).isSameAs(done);
        assertThat(ran)
                .singleElement()
                .isEqualTo(
                        new CallToolRequest("report", Map.of("summary", "a", "urgent", false), Map.of("trace", "t1")));
    }

    @Test
    void anErrorOfTheToolIsItsOwn() {
        assertThat(call(engine().build(), Map.of("summary", "fail"))).isSameAs(failed);
    }

    @Test
    void resultsAreWithheldAfterFailuresToo() {
        CallToolResult result = call(engine().build(), Map.of("summary", "quiet"));
        CallToolResult error = call(engine().build(), Map.of("summary", "quiet fail"));
        assertThat(ran).hasSize(2);
        assertThat(((TextContent) result.content().get(0)).text()).contains("Its result is not shown");
        assertThat(result.isError()).isFalse();
        assertThat(((TextContent) error.content().get(0)).text())
                .contains("Its result is not shown")
                .doesNotContain("paper");
        assertThat(error.isError()).isTrue();
    }

    @Test
    void aPolicyThatDeniesEverythingRunsNothing() {
        CallToolResult result = call(engine().policies(new ClosedPolicy()).build(), Map.of("summary", "a"));
        assertThat(result.isError()).isTrue();
        assertThat(((TextContent) result.content().get(0)).text()).contains("nothing runs here");
        assertThat(ran).isEmpty();
    }

    @Test
    void clientsWithoutASessionShareNothingSinceTheirCallsDontRun() {
        SyncToolSpecification tool = new SyncToolSpecification(
                Tool.builder("report", Map.of("type", "object")).build(), (client, request) -> {
                    ran.add(request);
                    return done;
                });
        SyncToolSpecification guarded = GuardedTool.of(tool, client -> null);
        assertThatThrownBy(() -> guarded.callHandler()
                        .apply(
                                new McpSyncServerExchange((McpAsyncServerExchange) null),
                                new CallToolRequest("report", Map.of("summary", "a"), Map.of())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has no session")
                .hasMessageContaining("exchange.sessionId()");
        assertThat(ran).isEmpty();
    }

    @Test
    void aToolThatTheEngineDoesNotKnowDoesNotRun() {
        CallToolResult result = call(PolicyEngine.builder().build(), Map.of("summary", "a"));
        assertThat(result.isError()).isTrue();
        assertThat(((TextContent) result.content().get(0)).text()).contains("no tool is named");
        assertThat(ran).isEmpty();
    }
}
