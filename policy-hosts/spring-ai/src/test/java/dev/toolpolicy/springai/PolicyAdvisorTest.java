package dev.toolpolicy.springai;

import static dev.toolpolicy.springai.Chat.call;
import static dev.toolpolicy.springai.Chat.options;
import static dev.toolpolicy.springai.Chat.policies;
import static dev.toolpolicy.springai.Chat.responses;
import static dev.toolpolicy.springai.Chat.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.model.tool.DefaultToolCallingManager;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;

/** What a chat client hands over to the manager. */
@SuppressWarnings("removal") // Spring AI 1.1 has only these
class PolicyAdvisorTest {
    private final Chat chat = new Chat();
    private final ToolCallback report = chat.tool("report");
    private final ToolPolicies policies = ToolPolicies.of(policies("[tools.'*'.policy]", "run = 'allow'"), report)
            .clientsOnly();
    private final PolicyToolCallingManager manager =
            policies.manager(DefaultToolCallingManager.builder().build(), name -> null);

    /** Sends a chat through a client with the advisor, and returns the options that the model gets. */
    private ToolCallingChatOptions sent(Map<String, Object> parameters, Map<String, Object> context) {
        SeenChat model = new SeenChat();
        ChatClient.create(model)
                .prompt("Do it.")
                .advisors(policies.advisor())
                .advisors(each -> each.params(parameters))
                .toolCallbacks(report)
                .toolContext(context)
                .call()
                .content();
        return model.options();
    }

    @Test
    void theConversationIsTheSession() {
        ToolCallingChatOptions options =
                sent(Map.of(ChatMemory.CONVERSATION_ID, "c7", "toolpolicy.caller", "ann"), Map.of("tenant", "one"));
        assertThat(options.getToolContext())
                .containsEntry(ToolPolicies.SESSION, "c7")
                .containsEntry("toolpolicy.caller", "ann")
                .containsEntry("tenant", "one");
        assertThat(manager.resolveToolDefinitions(options)).hasSize(1);
        assertThat(responses(run(manager, options, call("a", "report", "{}")))
                        .get(0)
                        .responseData())
                .isEqualTo("report did it");
    }

    @Test
    void whatStandsInTheToolContextCounts() {
        assertThat(sent(Map.of(ChatMemory.CONVERSATION_ID, "c7"), Map.of(ToolPolicies.SESSION, "own"))
                        .getToolContext())
                .containsEntry(ToolPolicies.SESSION, "own");
    }

    @Test
    void aChatWithoutAConversationHasNoSession() {
        ToolCallingChatOptions options = sent(Map.of(), Map.of());
        assertThatThrownBy(() -> run(manager, options, call("a", "report", "{}")))
                .hasMessageContaining("has no conversation id");
        assertThat(chat.ran).isEmpty();
    }

    @Test
    void aToolThatALaterAdvisorAddsIsOfferedByTheManager() {
        ToolCallingChatOptions sent = sent(Map.of(ChatMemory.CONVERSATION_ID, "c7"), Map.of());
        ToolCallingChatOptions more = options(sent.getToolContext(), report, chat.tool("file"));
        assertThat(manager.resolveToolDefinitions(more)).hasSize(2);
    }

    @Test
    void anotherManagerCantRunItsTools() {
        ToolCallingChatOptions options = sent(Map.of(ChatMemory.CONVERSATION_ID, "c7"), Map.of());
        assertThatThrownBy(() -> run(DefaultToolCallingManager.builder().build(), options, call("a", "report", "{}")))
                .hasMessageContaining("its call wasn't decided by the policies");
        assertThat(chat.ran).isEmpty();
    }
}
