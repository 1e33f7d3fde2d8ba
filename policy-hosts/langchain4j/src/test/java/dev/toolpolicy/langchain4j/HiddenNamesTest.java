package dev.toolpolicy.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonAlias;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolProviderRequest;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects of a method, of which LangChain4j describes the fields and binds more names than these. */
class HiddenNamesTest {
    /** A mail whose field has other names, too. */
    static final class Mail {
        @JsonAlias("recipient")
        private String to = "";

        private List<Mail> more = List.of();

        /** Also sets {@code to}. */
        public void setReceiver(String receiver) {
            to = receiver;
        }
    }

    /** Tools whose argument is an object. */
    static final class Mails {
        @Tool
        String send(Mail mail) {
            Clerk.RAN.add("to " + mail.to);
            mail.more.forEach(each -> Clerk.RAN.add("to " + each.to));
            return "sent";
        }

        @Tool
        String sendAll(List<Mail> mails) {
            return send(mails.get(0));
        }
    }

    private final PolicyTools tools = PolicyTools.of(
            Clerk.policies(
                    "[tools.send.policy]",
                    "run = [{ arg = '/mail/to', const = 'ann', mode = 'allow' }, { mode = 'deny' }]",
                    "[tools.sendAll.policy]",
                    "run = [{ arg = '/mails/to', const = 'ann', match = 'all', mode = 'allow' }, { mode = 'deny' }]"),
            new Mails());

    @BeforeEach
    void forget() {
        Clerk.RAN.clear();
    }

    private ToolExecutionResult called(String tool, String arguments) {
        InvocationContext call =
                InvocationContext.builder().chatMemoryId("chat-1").build();
        ToolProviderRequest caller = ToolProviderRequest.builder()
                .invocationContext(call)
                .userMessage(UserMessage.from("Go on."))
                .build();
        return tools.provideTools(caller).aiServiceTools().stream()
                .filter(each -> each.name().equals(tool))
                .findFirst()
                .orElseThrow()
                .toolExecutor()
                .executeWithContext(
                        ToolExecutionRequest.builder()
                                .id("c1")
                                .name(tool)
                                .arguments(arguments)
                                .build(),
                        call);
    }

    @ParameterizedTest
    @ValueSource(strings = {"recipient", "receiver"})
    void aNameThatNoRuleSeesDoesNotRun(String hidden) {
        String mail = "{\"to\":\"ann\",\"more\":[],\"" + hidden + "\":\"eve\"}";
        for (ToolExecutionResult result :
                List.of(called("send", "{\"mail\":" + mail + "}"), called("sendAll", "{\"mails\":[" + mail + "]}"))) {
            assertThat(result.resultText()).contains("there is no parameter \"" + hidden + "\"");
            assertThat(result.isError()).isTrue();
        }
        called("send", "{\"mail\":{\"to\":\"ann\",\"more\":[" + mail + "]}}");
        assertThat(Clerk.RAN).isEmpty();
    }

    @Test
    void theNamesThatAreDescribedRun() {
        called("send", "{\"mail\":{\"to\":\"ann\",\"more\":[]}}");
        called("sendAll", "{\"mails\":[{\"to\":\"ann\",\"more\":[]}]}");
        assertThat(Clerk.RAN).containsExactly("to ann", "to ann");
    }
}
