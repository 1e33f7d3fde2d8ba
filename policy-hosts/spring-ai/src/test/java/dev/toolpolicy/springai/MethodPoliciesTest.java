package dev.toolpolicy.springai;

import static dev.toolpolicy.springai.Chat.ID;
import static dev.toolpolicy.springai.Chat.options;
import static dev.toolpolicy.springai.Chat.said;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import office.OfficeTools;
import org.junit.jupiter.api.Test;
import org.springframework.ai.model.tool.DefaultToolCallingManager;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.support.ToolCallbacks;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.resolution.StaticToolCallbackResolver;

/** The methods of the guide, whose policies stand above them. */
class MethodPoliciesTest {
    private static final Path GUIDE = Path.of("../../docs/guide/tool-methods.md");
    private static final Path CODE = Path.of("src/test/java/office/OfficeTools.java");

    private final ToolCallback[] tools = ToolCallbacks.from(new OfficeTools());

    @Test
    void theMethodsRunAsTheirPoliciesSay() {
        ToolPolicies policies = ToolPolicies.of(Chat.policies("[tools.'*'.policy]", "result = 'allow'"), tools);
        StaticToolCallbackResolver none = new StaticToolCallbackResolver(List.of());
        PolicyToolCallingManager manager =
                policies.manager(DefaultToolCallingManager.builder().build(), none);
        ToolCallingChatOptions chat = options(ID, tools);
        assertThat(said(manager, chat, "sendMail", "{'to':'ann@office.example','text':'a'}"))
                .contains("sent to ann@office.example");
        assertThat(said(manager, chat, "sendMail", "{'to':'eve@elsewhere.example','text':'a'}"))
                .contains("Denied");
        assertThat(said(manager, chat, "bookTable", "{'booking':{'restaurant':'A','people':8}}"))
                .contains("booked A");
        assertThat(said(manager, chat, "bookTable", "{'booking':{'restaurant':'A','people':9}}"))
                .contains("needs a person's approval");
        assertThat(said(manager, chat, "bookTable", "{'booking':{'restaurant':'A','people':'8'}}"))
                .contains("/booking/people");
        assertThat(said(manager, chat, "bookTable", "{'booking':{'restaurant':'A','people':8,'peoples':9}}"))
                .contains("peoples");
    }

    @Test
    void theCodeIsThatOfTheGuide() throws IOException {
        assertThat(Files.readString(GUIDE)).contains("```java\n" + Files.readString(CODE) + "```");
    }
}
