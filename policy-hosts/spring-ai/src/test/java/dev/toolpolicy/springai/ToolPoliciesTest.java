package dev.toolpolicy.springai;

import static dev.toolpolicy.springai.Chat.ID;
import static dev.toolpolicy.springai.Chat.call;
import static dev.toolpolicy.springai.Chat.options;
import static dev.toolpolicy.springai.Chat.policies;
import static dev.toolpolicy.springai.Chat.run;
import static dev.toolpolicy.springai.Chat.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.runtime.SessionLabel;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.DefaultToolCallingManager;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.resolution.StaticToolCallbackResolver;
import org.springframework.ai.tool.resolution.ToolCallbackResolver;

/** Shadow mode, observations, and what tools and clients see. */
class ToolPoliciesTest {
    private static final String[] RULES = {
        "[tools.'*'.policy]", "run = [{ arg = '/text', prefix = 'secret', mode = 'deny' }, { mode = 'allow' }]"
    };

    private final Chat chat = new Chat();
    private final ToolCallback report = chat.tool("report");
    private final ToolCallback file = chat.tool("file");

    @Test
    void toolsSeeTheirContextWithoutOurKeys() {
        Map<String, Object> seen = new HashMap<>();
        ToolCallback curious = new ToolCallback() {
            @Override
            public ToolDefinition getToolDefinition() {
                return report.getToolDefinition();
            }

            @Override
            public String call(String arguments) {
                throw new AssertionError("called without its context");
            }

            @Override
            public String call(String arguments, ToolContext context) {
                seen.putAll(context.getContext());
                return "done";
            }
        };
        PolicyToolCallingManager manager = PolicyToolCallingManager.of(policies(RULES), curious);
        assertThat(said(
                        manager,
                        options(Map.of(ToolPolicies.SESSION, "s", "tenant", "one"), curious),
                        "report",
                        "{'text':'a'}"))
                .isEqualTo("done");
        assertThat(seen).containsEntry("tenant", "one");
        assertThat(seen.keySet()).noneMatch(key -> key.startsWith("toolpolicy."));
    }

    @Test
    void chatsThatDontComeThroughTheAdvisorAreRefusedIfAskedFor() {
        ToolPolicies policies = ToolPolicies.of(policies(RULES), report).clientsOnly();
        PolicyToolCallingManager manager =
                policies.manager(DefaultToolCallingManager.builder().build(), name -> null);
        assertThatThrownBy(() -> manager.resolveToolDefinitions(options(ID, report)))
                .hasMessageContaining("would run without policies");
        assertThat(manager.resolveToolDefinitions(options(ID, policies.guarded(report))))
                .hasSize(1);
    }

    @Test
    void aResolverOfOtherPoliciesIsGuardedToo() {
        ToolPolicies policies = ToolPolicies.of(policies(RULES), report);
        ToolCallbackResolver own = policies.guarded(new StaticToolCallbackResolver(List.of(report)));
        assertThat(policies.clientsOnly().guarded(own)).isSameAs(own);
        ToolPolicies others = ToolPolicies.of(policies(RULES), report);
        assertThat(others.guarded(own)).isNotSameAs(own);
    }

    @Test
    void inShadowAllRunsAndIsCounted() {
        Map<String, Map<String, Long>> counts = new TreeMap<>();
        ToolPolicies policies = ToolPolicies.of(
                        policies(
                                "[tools.'*'.policy]",
                                "run = [{ arg = '/text', prefix = 'secret', mode = 'deny' },"
                                        + " { arg = '/text', prefix = 'who', mode = 'ask' }, { mode = 'allow' }]",
                                "result = 'deny'",
                                "[tools.file.policy]",
                                "requires = [{ tools = ['report'] }]"),
                        report,
                        file)
                .shadow((tool, answer) ->
                        counts.computeIfAbsent(tool, name -> new TreeMap<>()).merge(answer, 1L, Long::sum));
        PolicyToolCallingManager manager =
                policies.manager(DefaultToolCallingManager.builder().build(), name -> null);
        ToolCallingChatOptions options = options(ID, report, file);
        assertThat(manager.resolveToolDefinitions(options)).hasSize(2);
        assertThat(said(manager, options, "file", "{'text':'a'}")).isEqualTo("file did it");
        assertThat(said(manager, options, "report", "{'text':'break'}")).contains("on fire");
        assertThat(said(manager, options, "file", "{'text':'a'}"))
                .as("a failure meets no requirement")
                .isEqualTo("file did it");
        for (String text : List.of("a", "secret", "who")) {
            assertThat(said(manager, options, "report", "{'text':'" + text + "'}"))
                    .isEqualTo("report did it");
        }
        assertThat(said(manager, options, "file", "{'text':'a'}")).isEqualTo("file did it");
        assertThat(said(manager, options(Map.of(), report), "report", "{}")).isEqualTo("report did it");
        assertThat(counts)
                .isEqualTo(Map.of(
                        "report", Map.of("will_run", 2L, "denied", 1L, "will_ask", 1L, "no_session", 1L),
                        "file", Map.of("denied", 2L, "will_run", 1L)));
        assertThat(chat.ran).hasSize(8);
    }

    /** The text of a call that would have been stopped reached the model too. */
    @ParameterizedTest
    @ValueSource(strings = {"ask", "deny", "allow"})
    void shadowModeKeepsTheLabelsOfWhatRan(String mode) {
        ToolPolicies policies = ToolPolicies.of(
                        policies(
                                "results.report = { labels = ['untrusted'] }",
                                "results.file = { labels = [] }",
                                "[tools.report.policy]",
                                "run = [{ mode = '" + mode + "' }]",
                                "[tools.file.policy]",
                                "run = [{ label = 'untrusted', mode = 'deny' }, { mode = 'allow' }]"),
                        report,
                        file)
                .shadow((tool, answer) -> {});
        PolicyToolCallingManager manager =
                policies.manager(DefaultToolCallingManager.builder().build(), name -> null);

        assertThat(said(manager, options(ID, report, file), "report", "{'text':'a'}"))
                .isEqualTo("report did it");
        assertThat(policies.tools().engine().session("user-42").labels())
                .extracting(SessionLabel::name)
                .containsExactly("untrusted");
    }

    /** Spring AI 2.0 limits the calls of a chat; 1.1 does not. */
    @Test
    void limitsOfTheHostCountTheWholeBatch() throws Exception {
        var builder = DefaultToolCallingManager.builder();
        Optional<Method> limit = Stream.of(builder.getClass().getMethods())
                .filter(method -> method.getName().equals("maxCallsPerTool") && method.getParameterCount() == 1)
                .findFirst();
        Assumptions.assumeTrue(limit.isPresent(), "this version has no limits");
        limit.get().invoke(builder, 2);
        PolicyToolCallingManager manager =
                ToolPolicies.of(policies(RULES), report).manager(builder.build(), name -> null);
        assertThatThrownBy(() -> run(
                        manager,
                        options(ID, report),
                        call("a", "report", "{'text':'secret'}"),
                        call("b", "report", "{'text':'one'}"),
                        call("c", "report", "{'text':'two'}")))
                .hasMessageContaining("limit");
        assertThat(chat.ran).containsExactly("report{\"text\":\"one\"}");
    }

    /** A host that answers for a tool that it was offered, without starting it. */
    @Test
    void aCallThatTheHostRefusesUsesNoLimit() {
        ToolCallingManager host = DefaultToolCallingManager.builder().build();
        AtomicBoolean refusing = new AtomicBoolean(true);
        ToolCallingManager moody = new ToolCallingManager() {
            @Override
            public List<ToolDefinition> resolveToolDefinitions(ToolCallingChatOptions options) {
                return host.resolveToolDefinitions(options);
            }

            @Override
            public ToolExecutionResult executeToolCalls(Prompt prompt, ChatResponse response) {
                ToolResponse refused = new ToolResponse("call_1", "report", "not now");
                return refusing.get()
                        ? ToolExecutionResult.builder()
                                .conversationHistory(List.of(ToolResponseMessage.builder()
                                        .responses(List.of(refused))
                                        .build()))
                                .build()
                        : host.executeToolCalls(prompt, response);
            }
        };
        ToolPolicies policies =
                ToolPolicies.of(policies("[tools.'*'.policy]", "run = 'allow'", "limits = [{ calls = 1 }]"), report);
        PolicyToolCallingManager manager = policies.manager(moody, name -> name.equals("report") ? report : null);
        assertThat(said(manager, options(ID, report), "report", "{}")).isEqualTo("not now");
        refusing.set(false);
        assertThat(said(manager, options(ID, report), "report", "{}")).isEqualTo("report did it");
        refusing.set(true);
        Map<String, Object> other = Map.of(ToolPolicies.SESSION, "other");
        assertThat(said(manager, options(other), "report", "{}")).contains("not now");
        assertThat(said(manager, options(other), "report", "{}"))
                .as("whether it ran is unknown, since the host found the tool elsewhere")
                .doesNotContain("not now");
        assertThat(chat.ran).hasSize(1);
    }

    @Test
    void callsAreObserved() {
        List<String> observed = new ArrayList<>();
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(new ObservationHandler<Observation.Context>() {
            @Override
            public void onStop(Observation.Context context) {
                observed.add(context.getName() + context.getLowCardinalityKeyValues());
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
        ToolPolicies policies = ToolPolicies.of(policies(RULES), report).observations(registry);
        PolicyToolCallingManager manager =
                policies.manager(DefaultToolCallingManager.builder().build(), name -> null);
        said(manager, options(ID, report), "report", "{'text':'secret'}");
        said(manager, options(ID, report), "made_up_by_a_model", "{}");
        assertThat(observed)
                .hasSize(2)
                .allMatch(keys -> keys.startsWith("tool.policy.call"))
                .anyMatch(keys -> keys.contains("report") && keys.contains("denied"))
                .anyMatch(keys -> keys.contains("_other") && keys.contains("invalid"));
    }
}
