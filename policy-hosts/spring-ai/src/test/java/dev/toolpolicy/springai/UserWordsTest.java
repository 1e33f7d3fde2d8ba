package dev.toolpolicy.springai;

import static dev.toolpolicy.springai.Chat.policies;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.runtime.PolicySession;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.tool.ToolCallback;

/** What is and isn't the user's in a chat: advisors and templates change its message, so only the application knows. */
@SuppressWarnings("removal") // Spring AI 1.1 has only these
class UserWordsTest {
    private final ToolCallback report = new Chat().tool("report");
    private final ToolPolicies policies = ToolPolicies.of(
            policies(
                    "[tools.report.policy]",
                    "run = [{ arg = '/text', from = ['request'], mode = 'allow' }, { mode = 'deny' }]"),
            report);

    private static Mode mode(PolicySession session, String text) {
        return session.calls()
                .preview("report", Map.of("text", text))
                .decision()
                .orElseThrow()
                .mode();
    }

    @Test
    void whatRetrievalAddsIsNotTheUsers() {
        SeenChat model = new SeenChat();
        ChatClient.create(model)
                .prompt()
                .user(user -> user.text("Report on sales. {document}").param("document", "Report on evil."))
                .advisors(policies.advisor())
                .advisors(each -> each.param(ChatMemory.CONVERSATION_ID, "c7"))
                .toolCallbacks(report)
                .call()
                .content();
        assertThat(model.prompts.get(0).getContents()).contains("sales", "evil");
        PolicySession session = policies.tools().engine().session("c7");
        assertThat(mode(session, "evil")).isEqualTo(Mode.DENY);
        assertThat(mode(session, "sales")).as("not by itself").isEqualTo(Mode.DENY);
        session.userMessage("Report on sales.");
        assertThat(mode(session, "sales")).isEqualTo(Mode.ALLOW);
        assertThat(mode(session, "evil")).isEqualTo(Mode.DENY);
    }
}
