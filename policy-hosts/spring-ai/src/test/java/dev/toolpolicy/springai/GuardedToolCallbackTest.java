package dev.toolpolicy.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.test.ClosedPolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.DefaultToolCallingChatOptions;
import org.springframework.ai.model.tool.DefaultToolCallingManager;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/** A guarded tool, called by Spring AI's own tool calling manager. */
class GuardedToolCallbackTest {
    private static final String TOOLS = """
        [tools.report]
        parameters.summary = { type = "string", required = true }
        parameters.urgent = { type = "boolean", default = false }

        [tools.report.policy]
        run = [{ arg = "/summary", prefix = "secret", mode = "deny" }, { mode = "allow" }]
        result = [{ arg = "/summary", prefix = "quiet", mode = "deny" }, { mode = "allow" }]
        """;

    private final List<String> ran = new ArrayList<>();
    private final Map<String, PolicySession> sessions = new HashMap<>();

    /** The tool alone, as a service has it. */
    private final class Report implements ToolCallback {
        @Override
        public ToolDefinition getToolDefinition() {
            return ToolDefinition.builder()
                    .name("report")
                    .description("Files a report.")
                    .inputSchema("{\"type\":\"object\"}")
                    .build();
        }

        @Override
        public String call(String arguments) {
            ran.add(arguments);
            if (arguments.contains("break")) {
                throw new IllegalStateException("the printer is on fire");
            }
            return "filed as " + ran.size();
        }
    }

    private String ask(UnaryOperator<PolicyEngineBuilder> how, String arguments) {
        PolicyEngine engine = how.apply(PolicyEngine.builder()
                        .configuration(PolicyConfiguration.of(ConfigurationFormat.TOML, "tools", TOOLS)))
                .build();
        sessions.clear();
        ToolCallback tool = new GuardedToolCallback(new Report(), id -> sessions.computeIfAbsent(id, engine::session));
        return ask(tool, Map.of(GuardedToolCallback.SESSION, "user-42"), arguments);
    }

    private static String ask(ToolCallback tool, Map<String, Object> context, String arguments) {
        ToolCallingChatOptions options = DefaultToolCallingChatOptions.builder()
                .toolCallbacks(List.of(tool))
                .toolContext(context)
                .build();
        AssistantMessage said = AssistantMessage.builder()
                .content("")
                .toolCalls(List.of(new AssistantMessage.ToolCall("call_1", "function", "report", arguments)))
                .build();
        var result = DefaultToolCallingManager.builder()
                .build()
                .executeToolCalls(
                        new Prompt(new UserMessage("File a report."), options),
                        new ChatResponse(List.of(new Generation(said))));
        var last = result.conversationHistory().get(result.conversationHistory().size() - 1);
        var response = ((ToolResponseMessage) last).getResponses().get(0);
        assertThat(response.id()).isEqualTo("call_1");
        return response.responseData();
    }

    @Test
    void allowedCallsRunOnceWithTheCheckedArguments() {
        assertThat(ask(engine -> engine, "{\"summary\":\"all is well\"}")).isEqualTo("filed as 1");
        assertThat(ran).containsExactly("{\"summary\":\"all is well\",\"urgent\":false}");
        assertThat(sessions).containsOnlyKeys("user-42");
    }

    @Test
    void theModelSeesDenials() {
        assertThat(ask(engine -> engine, "{\"summary\":\"secret plans\"}")).contains("Denied by this tool's policy");
        assertThat(ask(engine -> engine, "{\"summary\":\"a\",\"summary\":\"b\"}"))
                .contains("\"summary\" occurs twice in this object");
        assertThat(ask(engine -> engine, "{\"summary\":\"cut of"))
                .contains("the text ended before the arguments were complete");
        assertThat(ask(engine -> engine.policies(new ClosedPolicy()), "{\"summary\":\"a\"}"))
                .contains("nothing runs here");
        assertThat(ran).isEmpty();
    }

    @Test
    void theApproverDecides() {
        PolicyConfiguration asking =
                PolicyConfiguration.of(ConfigurationFormat.TOML, "ask", "[tools.report.policy]\nrun = \"ask\"\n");
        PolicyConfiguration tools = PolicyConfiguration.of(ConfigurationFormat.TOML, "tools", TOOLS);
        assertThat(ask(
                        engine -> engine.configuration(tools, asking)
                                .permission(request -> CompletableFuture.completedFuture(request.decline("too late"))),
                        "{\"summary\":\"a\"}"))
                .contains("The user declined this call: too late.");
        assertThat(ran).isEmpty();
        assertThat(ask(
                        engine -> engine.configuration(tools, asking)
                                .permission(request -> CompletableFuture.supplyAsync(
                                        () -> request.edit("{\"summary\":\"b\",\"urgent\":true}"))),
                        "{\"summary\":\"a\"}"))
                .isEqualTo("filed as 1");
        assertThat(ran).containsExactly("{\"summary\":\"b\",\"urgent\":true}");
    }

    @Test
    void aToolThatFailsIsToldAndAWithheldResultIsNot() {
        assertThat(ask(engine -> engine, "{\"summary\":\"break it\"}")).contains("the printer is on fire");
        assertThat(ask(engine -> engine, "{\"summary\":\"quiet, please\"}"))
                .contains("Its result is not shown")
                .doesNotContain("filed");
        assertThat(ask(engine -> engine, "{\"summary\":\"quiet: break it\"}"))
                .contains("Its result is not shown")
                .doesNotContain("fire");
        assertThat(ran).hasSize(3);
    }

    @Test
    void callersWithoutASessionIdShareNothingSinceTheirCallsDontRun() {
        PolicyEngine engine = PolicyEngine.builder()
                .configuration(PolicyConfiguration.of(ConfigurationFormat.TOML, "tools", TOOLS))
                .build();
        ToolCallback tool = new GuardedToolCallback(new Report(), id -> sessions.computeIfAbsent(id, engine::session));
        for (Map<String, Object> context :
                List.<Map<String, Object>>of(Map.of("tenant", "one"), Map.of(GuardedToolCallback.SESSION, " "))) {
            assertThatThrownBy(() -> ask(tool, context, "{\"summary\":\"a\"}"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("has no session")
                    .hasMessageContaining("toolContext(Map.of(GuardedToolCallback.SESSION, id))");
        }
        assertThatThrownBy(() -> tool.call("{\"summary\":\"a\"}")).hasMessageContaining("has no session");
        assertThat(sessions).isEmpty();
        assertThat(ran).isEmpty();
    }

    @Test
    void aToolOfOneSessionNeedsNoId() {
        PolicySession session = PolicyEngine.builder()
                .configuration(PolicyConfiguration.of(ConfigurationFormat.TOML, "tools", TOOLS))
                .build()
                .session("chat-7");
        assertThat(ask(new GuardedToolCallback(new Report(), session), Map.of(), "{\"summary\":\"a\"}"))
                .isEqualTo("filed as 1");
    }

    @Test
    void theToolIsDescribedAsItIs() {
        ToolCallback tool = new GuardedToolCallback(new Report(), id -> {
            throw new AssertionError("not called");
        });
        assertThat(tool.getToolDefinition().description()).isEqualTo("Files a report.");
        assertThat(tool.getToolMetadata().returnDirect()).isFalse();
    }
}
