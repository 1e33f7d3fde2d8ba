package dev.toolpolicy.springai;

import static dev.toolpolicy.springai.Chat.ID;
import static dev.toolpolicy.springai.Chat.call;
import static dev.toolpolicy.springai.Chat.options;
import static dev.toolpolicy.springai.Chat.policies;
import static dev.toolpolicy.springai.Chat.responses;
import static dev.toolpolicy.springai.Chat.run;
import static dev.toolpolicy.springai.Chat.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.config.host.UnknownTools;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.test.internal.ClosedPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.DefaultToolCallingManager;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.execution.DefaultToolExecutionExceptionProcessor;
import org.springframework.ai.tool.execution.ToolExecutionException;
import org.springframework.ai.tool.resolution.StaticToolCallbackResolver;
import org.springframework.ai.tool.resolution.ToolCallbackResolver;

/** A host's manager under policies: which calls run, and what the model and the application get to see. */
class PolicyToolCallingManagerTest {
    private static final String[] RULES = {
        "[tools.'*'.policy]",
        "run = [{ arg = '/text', prefix = 'secret', mode = 'deny' }, { mode = 'allow' }]",
        "result = [{ arg = '/text', prefix = 'quiet', mode = 'deny' }, { mode = 'allow' }]"
    };

    private final Chat chat = new Chat();
    private final ToolCallback report = chat.tool("report");
    private final ToolCallback file = chat.tool("file");

    @Test
    void aClosedEngineRunsNothingHoweverAToolIsFound() {
        ToolCallback resolved = chat.tool("resolved");
        ToolPolicies closed =
                ToolPolicies.of(policies(RULES).engine(engine -> engine.policies(new ClosedPolicy())), report);
        ToolCallbackResolver resolver = closed.guarded(new StaticToolCallbackResolver(List.of(resolved)));
        ToolCallingManager host = DefaultToolCallingManager.builder()
                .toolCallbackResolver(resolver)
                .build();
        PolicyToolCallingManager manager = closed.manager(host, resolver);

        ToolCallingChatOptions offered = options(ID, report, file);
        manager.resolveToolDefinitions(offered);
        for (String name : List.of("report", "file", "resolved", "unheard_of", "", " ")) {
            assertThat(said(manager, offered, name, "{'text':'a'}")).isNotEmpty();
        }
        assertThat(said(manager, offered, null, "{}")).isNotEmpty();
        assertThat(said(manager, offered, "report", "{'text':'a'}")).contains("nothing runs here");
        assertThat(said(manager, offered, "resolved", "{'text':'a'}")).contains("nothing runs here");
        // The tools themselves, taken from where the application finds them.
        assertThatThrownBy(() -> resolver.resolve("resolved").call("{}")).hasMessageContaining("doesn't run");
        assertThatThrownBy(() -> closed.guarded(report).call("{}")).hasMessageContaining("doesn't run");
        assertThatThrownBy(() -> said(host, options(ID, closed.guarded(report)), "report", "{}"))
                .hasMessageContaining("its call wasn't decided by the policies");
        assertThat(chat.ran).isEmpty();
    }

    @Test
    void aPermissionIsForOneRunOfOneCall() {
        ToolPolicies policies = ToolPolicies.of(policies(RULES), report);
        ToolCallback guarded = policies.guarded(report);
        ToolContext approved = new ToolContext(
                Map.of(ApprovedRun.KEY, new ApprovedRun(policies.owner(), "report", "{\"text\":\"a\"}")));
        assertThatThrownBy(() -> guarded.call("{\"text\":\"b\"}", approved)).hasMessageContaining("doesn't run");
        assertThatThrownBy(() -> policies.guarded(file).call("{\"text\":\"a\"}", approved))
                .hasMessageContaining("doesn't run");
        assertThatThrownBy(() ->
                        ToolPolicies.of(policies(RULES), report).guarded(report).call("{\"text\":\"a\"}", approved))
                .as("under other policies")
                .hasMessageContaining("doesn't run");
        assertThat(guarded.call("{\"text\":\"a\"}", approved)).isEqualTo("report did it");
        assertThatThrownBy(() -> guarded.call("{\"text\":\"a\"}", approved)).hasMessageContaining("doesn't run");
        assertThat(chat.ran).hasSize(1);
    }

    @Test
    void aCallThatWasCutNeverRuns() {
        PolicyToolCallingManager manager = PolicyToolCallingManager.of(policies(RULES), report);
        ToolCallingChatOptions options = options(ID, report);
        for (String text : List.of("{", "{'text':'a", "{'text':'a'", "{'text':", "nul")) {
            for (String finish : List.of("TOOL_CALLS", "tool_use", "STOP", "", "LENGTH", "max_tokens", "odd")) {
                ToolExecutionResult result = manager.executeToolCalls(
                        new Prompt(List.of(new UserMessage("Do it.")), options),
                        Chat.response(finish, call("call_1", "report", text)));
                assertThat(responses(result).get(0).responseData()).as(text).isNotBlank();
            }
        }
        for (String text : List.of("", " ", "null", "{}", "{ }")) {
            for (String finish : List.of("LENGTH", "MAX_TOKENS", "content_filter", "", "odd")) {
                ToolExecutionResult result = manager.executeToolCalls(
                        new Prompt(List.of(new UserMessage("Do it.")), options),
                        Chat.response(finish, call("call_1", "report", text)));
                assertThat(responses(result).get(0).responseData())
                        .contains("the text ended before the arguments were complete");
            }
        }
        assertThat(chat.ran).isEmpty();
        assertThat(said(manager, options, "report", "{}")).isEqualTo("report did it");
        ToolExecutionResult complete = manager.executeToolCalls(
                new Prompt(List.of(new UserMessage("Do it.")), options),
                Chat.response("LENGTH", call("call_1", "report", "{'text':'a'}"), call("call_2", "report", "{'te")));
        assertThat(responses(complete).get(0).responseData()).isEqualTo("report did it");
        assertThat(chat.ran).hasSize(2);
    }

    @Test
    void aBatchKeepsOrderAndIdsAndOnlyWhatIsAllowedRuns() {
        PolicyToolCallingManager manager = PolicyToolCallingManager.of(policies(RULES), report, file);
        ToolExecutionResult result = run(
                manager,
                options(ID, report, file),
                call("a", "report", "{'text':'one'}"),
                call("b", "report", "{'text':'secret'}"),
                call("c", "nothing", "{}"),
                call("d", "file", "{'text':'break'}"),
                call("a", "file", "{'text':'two'}"));
        assertThat(responses(result)).extracting(each -> each.id()).containsExactly("a", "b", "c", "d", "a");
        assertThat(responses(result))
                .extracting(each -> each.name())
                .containsExactly("report", "report", "nothing", "file", "file");
        assertThat(responses(result))
                .extracting(each -> each.responseData())
                .satisfiesExactly(
                        first -> assertThat(first).isEqualTo("report did it"),
                        second -> assertThat(second).contains("Denied by this tool's policy"),
                        third -> assertThat(third).contains("nothing"),
                        fourth -> assertThat(fourth).contains("the printer is on fire"),
                        fifth -> assertThat(fifth).isEqualTo("file did it"));
        assertThat(chat.ran)
                .containsExactly("report{\"text\":\"one\"}", "file{\"text\":\"break\"}", "file{\"text\":\"two\"}");
        List<Message> history = result.conversationHistory();
        assertThat(history).hasSize(3);
        assertThat(((AssistantMessage) history.get(1)).getToolCalls()).hasSize(5);
    }

    @Test
    void resultsGoToTheUserOnlyIfAllOfThemDo() {
        ToolCallback direct = chat.tool("direct", true);
        PolicyToolCallingManager manager = PolicyToolCallingManager.of(policies(RULES), report, direct);
        ToolCallingChatOptions options = options(ID, report, direct);
        assertThat(run(manager, options, call("a", "direct", "{}")).returnDirect())
                .isTrue();
        assertThat(run(manager, options, call("a", "direct", "{}"), call("b", "report", "{}"))
                        .returnDirect())
                .isFalse();
        assertThat(run(manager, options, call("a", "direct", "{}"), call("b", "direct", "{'text':'secret'}"))
                        .returnDirect())
                .as("the model reads why a call didn't run")
                .isFalse();
    }

    @Test
    void theApproverDecidesAndResultsFollowTheirRules() {
        PolicyToolCallingManager asking = PolicyToolCallingManager.of(
                policies("[tools.report.policy]", "run = 'ask'")
                        .engine(engine -> engine.permission(request -> CompletableFuture.completedFuture(
                                request.arguments().path("text").asText().equals("no")
                                        ? request.decline("too late")
                                        : request.edit("{\"text\":\"edited\"}")))),
                report);
        assertThat(said(asking, options(ID, report), "report", "{'text':'no'}"))
                .contains("The user declined this call: too late.");
        assertThat(said(asking, options(ID, report), "report", "{'text':'b'}")).isEqualTo("report did it");
        assertThat(chat.ran).containsExactly("report{\"text\":\"edited\"}");

        PolicyToolCallingManager quiet = PolicyToolCallingManager.of(policies(RULES), report);
        assertThat(said(quiet, options(ID, report), "report", "{'text':'quiet break'}"))
                .contains("Its result is not shown")
                .doesNotContain("fire");
    }

    @Test
    void whatSucceededBeforeCountsAndFailuresDont() {
        PolicyToolCallingManager manager = PolicyToolCallingManager.of(
                policies(
                        "[tools.'*'.policy]",
                        "run = 'allow'",
                        "[tools.file.policy]",
                        "requires = [{ tools = ['report'] }]"),
                report,
                file);
        ToolCallingChatOptions options = options(ID, report, file);
        assertThat(said(manager, options, "report", "{'text':'break'}")).contains("on fire");
        assertThat(said(manager, options, "file", "{}")).contains("report");
        assertThat(said(manager, options, "report", "{}")).isEqualTo("report did it");
        assertThat(said(manager, options, "file", "{}")).isEqualTo("file did it");
        assertThat(said(manager, options(Map.of(ToolPolicies.SESSION, "other"), report, file), "file", "{}"))
                .as("another conversation")
                .doesNotContain("did it");
    }

    @Test
    void exceptionsThatTheApplicationWantsToSeeReachIt() {
        ToolPolicies policies = ToolPolicies.of(policies(RULES), report);
        PolicyToolCallingManager manager = policies.manager(
                DefaultToolCallingManager.builder()
                        .toolExecutionExceptionProcessor(new DefaultToolExecutionExceptionProcessor(true))
                        .build(),
                name -> null);
        assertThatThrownBy(() -> said(manager, options(ID, report), "report", "{'text':'break'}"))
                .isInstanceOf(ToolExecutionException.class)
                .hasMessageContaining("on fire");
        assertThat(chat.ran).hasSize(1);
    }

    @Test
    void chatsWithoutAnIdShareNothingSinceTheirCallsDontRun() {
        PolicyToolCallingManager manager = PolicyToolCallingManager.of(policies(RULES), report);
        for (Map<String, Object> context : List.<Map<String, Object>>of(
                Map.of(),
                Map.of("tenant", "one"),
                Map.of(ToolPolicies.SESSION, " "),
                Map.of("chat_memory_conversation_id", "default"))) {
            ToolCallingChatOptions options = options(context, report);
            assertThatThrownBy(() -> said(manager, options, "report", "{}"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("has no conversation id")
                    .hasMessageContaining("a.param(ChatMemory.CONVERSATION_ID, id)");
            assertThatThrownBy(() -> manager.resolveToolDefinitions(options))
                    .hasMessageContaining("has no conversation id");
        }
        assertThat(chat.ran).isEmpty();
        assertThat(manager.resolveToolDefinitions(options(Map.of())))
                .as("a chat without tools")
                .isEmpty();
        assertThat(said(manager, options(Map.of("chat_memory_conversation_id", "7"), report), "report", "{}"))
                .isEqualTo("report did it");
    }

    @Test
    void aToolOfWhichEveryCallIsDeniedIsNotOffered() {
        PolicyToolCallingManager manager = PolicyToolCallingManager.of(
                policies("[tools.'*'.policy]", "run = 'allow'", "[tools.file.policy]", "run = 'deny'"), report, file);
        assertThat(manager.resolveToolDefinitions(options(ID, report, file)))
                .extracting(ToolDefinition::name)
                .containsExactly("report");
        assertThat(said(manager, options(ID, report, file), "file", "{}")).contains("Denied");
        assertThat(chat.ran).isEmpty();
    }

    @Test
    void toolsThatComeLaterAreUnderTheSamePolicies() {
        ToolPolicies open = ToolPolicies.of(policies(RULES));
        ToolCallbackResolver resolver = open.guarded(new StaticToolCallbackResolver(List.of()));
        PolicyToolCallingManager manager = open.manager(
                DefaultToolCallingManager.builder()
                        .toolCallbackResolver(resolver)
                        .build(),
                resolver);
        assertThat(said(manager, options(ID, report), "report", "{'text':'secret'}"))
                .contains("Denied by this tool's policy");
        assertThat(said(manager, options(ID, report), "report", "{'text':'a'}")).isEqualTo("report did it");
        assertThat(said(manager, options(ID), "file", "{'text':'a'}"))
                .as("a tool that is nowhere")
                .contains("file");
        assertThat(chat.ran).hasSize(1);
    }

    @Test
    void aToolOfAnotherChatDoesntRun() {
        ToolPolicies open = ToolPolicies.of(policies(RULES), report, file);
        PolicyToolCallingManager manager =
                open.manager(DefaultToolCallingManager.builder().build(), name -> null);
        assertThat(said(manager, options(ID, report), "file", "{'text':'a'}")).contains("this chat has no such tool");
        assertThat(chat.ran).isEmpty();
    }

    @Test
    void aCallThatWasDecidedByAnotherDefinitionDoesntRun() {
        ToolCallback changed = chat.tool("report", "{\"type\":\"object\",\"properties\":{}}", false);
        AtomicReference<PolicyToolCallingManager> manager = new AtomicReference<>();
        manager.set(PolicyToolCallingManager.of(
                policies("[tools.report.policy]", "run = 'ask'")
                        .engine(engine -> engine.permission(request -> {
                            manager.get().resolveToolDefinitions(options(ID, changed));
                            return CompletableFuture.completedFuture(request.approve());
                        })),
                report));
        assertThat(said(manager.get(), options(ID, report), "report", "{'text':'a'}"))
                .contains("Not run");
        assertThat(chat.ran).isEmpty();
    }

    /** While the first call waits for a person, another chat offers another tool of this name, and then this one again. */
    @Test
    void eachCallOfAResponseIsDecidedByTheDefinitionOfItsChat() {
        List<ToolCallback> offers = new ArrayList<>(List.of(
                chat.tool("report", "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"integer\"}}}", false),
                report));
        AtomicReference<PolicyToolCallingManager> manager = new AtomicReference<>();
        manager.set(PolicyToolCallingManager.of(
                policies("[tools.report.policy]", "run = 'ask'")
                        .engine(engine -> engine.permission(request -> {
                            manager.get().resolveToolDefinitions(options(ID, offers.remove(0)));
                            return CompletableFuture.completedFuture(request.approve());
                        })),
                report));
        run(
                manager.get(),
                options(ID, report),
                call("c1", "report", "{'text':'a'}"),
                call("c2", "report", "{'text':5}"));
        assertThat(chat.ran).isEmpty();
    }

    /** Spring AI 1.1 closes only the outer object of a method's schema, and binds setters and aliases of the others. */
    @Test
    void aNameThatNoRuleSeesDoesNotRun() {
        ToolCallback send = chat.tool(
                "send",
                "{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{\"mail\":{\"type\":\"object\","
                        + "\"properties\":{\"to\":{\"type\":\"string\"}}}}}",
                false);
        PolicyToolCallingManager manager = PolicyToolCallingManager.of(
                policies(
                        "[tools.send.policy]",
                        "run = [{ arg = '/mail/to', const = 'ann', mode = 'allow' }, { mode = 'deny' }]"),
                send);
        assertThat(said(manager, options(ID, send), "send", "{'mail':{'to':'ann','recipient':'eve'}}"))
                .contains("there is no parameter \"recipient\"");
        assertThat(said(manager, options(ID, send), "send", "{'mail':{'to':'ann'}}"))
                .isEqualTo("send did it");
        assertThat(chat.ran).hasSize(1);
    }

    @Test
    void aToolWhoseSchemaCantBeReadIsDeniedOrAskedAbout() {
        ToolDefinition odd = ToolDefinition.builder()
                .name("odd")
                .description("Odd.")
                .inputSchema("no json")
                .build();
        ToolCallback tool = new ToolCallback() {
            @Override
            public ToolDefinition getToolDefinition() {
                return odd;
            }

            @Override
            public String call(String arguments) {
                chat.ran.add(arguments);
                return "odd did it";
            }
        };
        PolicyToolCallingManager denying = PolicyToolCallingManager.of(policies(RULES), tool);
        assertThat(said(denying, options(ID, tool), "odd", "{}")).contains("Denied");
        assertThat(denying.policies().tools().notes())
                .singleElement()
                .asString()
                .contains("odd");
        assertThat(chat.ran).isEmpty();
        PolicyToolCallingManager asking = PolicyToolCallingManager.of(
                policies(RULES)
                        .unknownTools(UnknownTools.ASK)
                        .engine(engine ->
                                engine.permission(request -> CompletableFuture.completedFuture(request.approve()))),
                tool);
        assertThat(said(asking, options(ID, tool), "odd", "{'a':1}")).isEqualTo("odd did it");
    }

    @Test
    void everythingThatIsWrongIsThrownAtTheStart() {
        assertThatThrownBy(() -> PolicyToolCallingManager.of(
                        policies("[tools.reprot.policy]", "run = 'allow'", "[tools.report.policy]", "run = 'alow'"),
                        report))
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContaining("reprot")
                .hasMessageContaining("alow");
    }
}
